import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'
import { continueMessages } from './saving/continueMessages.ts'

const card = { product: '$product', template: '$template' } as const

export const group: Group = 'Editor'

export const stories = {
  'pk-editor': {
    filled: { options: card, shows: [messages.changePhotos] },
    empty: { who: 'newcomer', options: card, shows: [] },
    otherwise: { who: 'visitor', options: card, shows: [] },
    failing: [messages.failed],
    canBeLong: false,
  },
  'pk-continue-card': {
    filled: { shows: [continueMessages.card] },
    empty: null,
    otherwise: null,
    failing: null,
    canBeLong: false,
  },
} satisfies FeatureStories
