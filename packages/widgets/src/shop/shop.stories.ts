import type { FeatureStories } from '../../../../.storybook/states.ts'

export const stories = {
  'pk-shop': {
    filled: { who: 'visitor', shows: ['access.heading'] },
    empty: null,
    otherwise: { who: 'customer', shows: ['access.headingSignedIn'] },
    failing: 'settings',
    canBeLong: true,
  },
} satisfies FeatureStories
