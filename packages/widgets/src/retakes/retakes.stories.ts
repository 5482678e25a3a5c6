import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Orders'

export const stories = {
  'pk-retakes': {
    filled: { shows: [messages.title, messages.ordered, messages.exchange] },
    empty: { who: 'newcomer', shows: [messages.emptyTitle] },
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.failed],
    canBeLong: true,
  },
} satisfies FeatureStories
