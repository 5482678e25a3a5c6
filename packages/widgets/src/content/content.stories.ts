import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Pages'

export const stories = {
  'pk-contact-us': {
    filled: { who: 'visitor', shows: [messages.contactTitle, messages.phone] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: true,
  },
  'pk-privacy-policy': {
    filled: { who: 'visitor', shows: [messages.privacyTitle] },
    empty: null,
    otherwise: null,
    failing: [messages.failed],
    canBeLong: false,
  },
  'pk-page': {
    filled: { who: 'visitor', options: { page: '$page' }, shows: [messages.slider] },
    empty: null,
    otherwise: null,
    failing: [messages.failed],
    canBeLong: true,
  },
} satisfies FeatureStories
