import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-share': {
    filled: { shows: ['$subjectName', '$recipient'] },
    empty: { who: 'newcomer', shows: [messages.none, messages.nobody] },
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.loadFailed, messages.listFailed],
    canBeLong: true,
  },
} satisfies FeatureStories
