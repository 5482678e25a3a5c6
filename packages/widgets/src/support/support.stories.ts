import type { FeatureStories } from '../../../../.storybook/states.ts'

export const stories = {
  'pk-debug': {
    filled: { who: 'visitor', shows: ['support.title'] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
