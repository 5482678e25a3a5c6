import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Pages'

export const stories = {
  'pk-contact-us': {
    filled: { who: 'visitor', shows: ['content.contactTitle', 'content.phone'] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: true,
  },
  'pk-privacy-policy': {
    filled: { who: 'visitor', shows: ['content.privacyTitle'] },
    empty: null,
    otherwise: null,
    failing: ['content.failed'],
    canBeLong: false,
  },
  'pk-page': {
    filled: { who: 'visitor', options: { page: '$page' }, shows: ['content.slider'] },
    empty: null,
    otherwise: null,
    failing: ['content.failed'],
    canBeLong: true,
  },
} satisfies FeatureStories
