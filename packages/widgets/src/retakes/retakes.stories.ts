import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Orders'

export const stories = {
  'pk-retakes': {
    filled: { shows: ['retakes.title', 'retakes.ordered', 'retakes.exchange'] },
    empty: { who: 'newcomer', shows: ['retakes.emptyTitle'] },
    otherwise: { who: 'visitor', shows: ['retakes.signIn'] },
    failing: ['retakes.failed'],
    canBeLong: true,
  },
} satisfies FeatureStories
