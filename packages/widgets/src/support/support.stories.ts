import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Pages'

export const stories = {
  'pk-debug': {
    filled: { who: 'visitor', shows: ['support.title'] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
