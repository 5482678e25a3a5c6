import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Orders'

export const stories = {
  'pk-receipt': {
    filled: { options: { order: '$order' }, shows: [messages.thanks] },
    empty: null,
    otherwise: { who: 'visitor', options: { order: '$order' }, shows: [messages.signIn] },
    failing: [messages.loadFailed],
    canBeLong: true,
  },
  'pk-orders': {
    filled: { shows: [messages.title] },
    empty: { who: 'newcomer', shows: [messages.emptyTitle] },
    slotted: { who: 'newcomer', given: { empty: 'Your first order will stand here.' }, shows: [] },
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.loadFailed],
    canBeLong: false,
  },
} satisfies FeatureStories
