import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-communication': {
    filled: { shows: ['$subjectName'] },
    empty: { who: 'newcomer', shows: [messages.none] },
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.loadFailed],
    canBeLong: true,
  },
} satisfies FeatureStories
