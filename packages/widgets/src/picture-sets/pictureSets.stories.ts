import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

const common = {
  empty: { who: 'newcomer', shows: [messages.emptyTitle] },
  otherwise: { who: 'visitor', shows: [messages.signIn] },
  failing: [messages.failed],
  canBeLong: true,
} as const

export const group: Group = 'Pictures'

export const stories = {
  'pk-new-picture-set': { filled: { shows: ['$subjectName', messages.choose] }, ...common },
  'pk-picture-sets': {
    filled: { shows: ['$subjectName', messages.title] },
    slotted: { who: 'newcomer', given: { empty: 'We photograph your class on Friday.' }, shows: [] },
    ...common,
  },
} satisfies FeatureStories
