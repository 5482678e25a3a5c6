import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'The whole shop'

export const stories = {
  'pk-shop': {
    filled: { who: 'visitor', shows: ['access.heading'] },
    empty: null,
    slotted: {
      who: 'visitor',
      given: { header: 'Studio Lindqvist', footer: 'Hamngatan 4, by the old customs house' },
      shows: ['access.heading'],
    },
    otherwise: { who: 'customer', shows: ['access.headingSignedIn'] },
    failing: 'settings',
    canBeLong: true,
  },
} satisfies FeatureStories
