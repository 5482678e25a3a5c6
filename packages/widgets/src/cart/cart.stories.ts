import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages as editorMessages } from '../editor/messages.ts'
import { messages as cataloguesMessages } from './catalogues/catalogueMessages.ts'
import { messages } from './messages.ts'

export const group: Group = 'Cart'

export const stories = {
  'pk-cart': {
    filled: { shows: [messages.checkout, '$cardProduct'] },
    // an empty cart redirects to the products
    empty: null,
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.failed],
    canBeLong: true,
  },
  'pk-catalogues': {
    filled: { shows: [cataloguesMessages.lead] },
    empty: { who: 'newcomer', shows: [cataloguesMessages.emptyTitle] },
    slotted: { who: 'newcomer', given: { empty: 'The yearbook goes to print in May.' }, shows: [] },
    otherwise: { who: 'visitor', shows: [cataloguesMessages.signIn] },
    failing: [cataloguesMessages.failed],
    canBeLong: true,
  },
  'pk-catalogue-offer': {
    filled: { shows: [cataloguesMessages.ask] },
    empty: null,
    otherwise: null,
    failing: null,
    canBeLong: true,
  },
  'pk-line-editor': {
    filled: { options: { orderLine: '$packageLine' }, shows: ['$packageName'] },
    empty: null,
    otherwise: null,
    // a line that cannot be fetched redirects to the cart, which says why
    failing: [editorMessages.loading],
    canBeLong: true,
  },
} satisfies FeatureStories
