import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-cancel-packages': {
    filled: { shows: [messages.listTitle, '$inspected'] },
    empty: { who: 'newcomer', shows: [messages.emptyTitle] },
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.failed],
    canBeLong: true,
  },
} satisfies FeatureStories
