import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-cancel-packages': {
    filled: { shows: ['inspection.listTitle', '$inspected'] },
    empty: { who: 'newcomer', shows: ['inspection.emptyTitle'] },
    otherwise: { who: 'visitor', shows: ['inspection.signIn'] },
    failing: ['inspection.failed'],
    canBeLong: true,
  },
} satisfies FeatureStories
