import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Cart'

export const stories = {
  'pk-cart': {
    filled: { shows: ['cart.checkout', '$cardProduct'] },
    // an empty cart redirects to the products
    empty: null,
    otherwise: { who: 'visitor', shows: ['cart.signIn'] },
    failing: ['cart.failed'],
    canBeLong: true,
  },
  'pk-catalogues': {
    filled: { shows: ['catalogue.lead'] },
    empty: { who: 'newcomer', shows: ['catalogue.emptyTitle'] },
    slotted: { who: 'newcomer', given: { empty: 'The yearbook goes to print in May.' }, shows: [] },
    otherwise: { who: 'visitor', shows: ['catalogue.signIn'] },
    failing: ['catalogue.failed'],
    canBeLong: true,
  },
  'pk-catalogue-offer': {
    filled: { shows: ['catalogue.ask'] },
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
    failing: ['editor.loading'],
    canBeLong: true,
  },
} satisfies FeatureStories
