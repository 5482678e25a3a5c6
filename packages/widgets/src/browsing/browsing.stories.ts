import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { listMessages } from './listMessages.ts'
import { messages } from './messages.ts'
import { messages as promotedMessages } from './promotedMessages.ts'

const failing = [messages.failed] as const

export const group: Group = 'Products'

export const stories = {
  'pk-categories': {
    filled: { shows: [messages.products] },
    empty: null,
    otherwise: { who: 'visitor', shows: [messages.products] },
    failing,
    canBeLong: true,
  },
  'pk-template-list': {
    filled: { shows: [listMessages.cards, '$card'] },
    empty: { who: 'newcomer', shows: [listMessages.cards] },
    otherwise: { who: 'visitor', shows: [listMessages.cardsLead] },
    failing,
    canBeLong: true,
  },
  'pk-promoted-products': {
    filled: { shows: [promotedMessages.title] },
    empty: null,
    otherwise: { who: 'visitor', shows: [promotedMessages.title] },
    failing: [promotedMessages.failed],
    canBeLong: true,
  },
} satisfies FeatureStories
