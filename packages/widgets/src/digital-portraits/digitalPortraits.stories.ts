import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages as setMessages } from '../picture-sets/messages.ts'
import { messages } from './messages.ts'

const signedOut = { who: 'visitor', shows: [messages.signIn] } as const

export const group: Group = 'Digital portraits'

export const stories = {
  'pk-picture-set': {
    filled: { options: { pictureSet: '$subject' }, shows: ['$subjectName'] },
    empty: { who: 'newcomer', options: { pictureSet: '$subject' }, shows: [setMessages.unknownTitle] },
    otherwise: null,
    failing: [setMessages.failed],
    canBeLong: true,
  },
  'pk-digital-portraits': {
    filled: { shows: [messages.lead, '$subjectName'] },
    empty: { who: 'newcomer', shows: [messages.emptyTitle] },
    slotted: { who: 'newcomer', given: { empty: 'There is nothing to download yet.' }, shows: [] },
    otherwise: signedOut,
    failing: [setMessages.failed],
    canBeLong: true,
  },
} satisfies FeatureStories
