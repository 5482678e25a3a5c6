import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Pages'

export const stories = {
  'pk-debug': {
    filled: { who: 'visitor', shows: [messages.title] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
