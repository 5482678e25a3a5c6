import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Orders'

export const stories = {
  'pk-receipt': {
    filled: { options: { order: '$order' }, shows: ['orders.thanks'] },
    empty: null,
    otherwise: { who: 'visitor', options: { order: '$order' }, shows: ['orders.signIn'] },
    failing: ['orders.loadFailed'],
    canBeLong: true,
  },
  'pk-orders': {
    filled: { shows: ['orders.title'] },
    empty: { who: 'newcomer', shows: ['orders.emptyTitle'] },
    slotted: { who: 'newcomer', given: { empty: 'Your first order will stand here.' }, shows: [] },
    otherwise: { who: 'visitor', shows: ['orders.signIn'] },
    failing: ['orders.loadFailed'],
    canBeLong: false,
  },
} satisfies FeatureStories
