import type { FeatureStories } from '../../../../.storybook/states.ts'

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
