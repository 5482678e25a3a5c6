import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Checkout'

export const stories = {
  'pk-checkout': {
    filled: { shows: ['checkout.delivery', 'checkout.howDelivered'] },
    // an empty cart redirects to the products
    empty: null,
    otherwise: { who: 'visitor', shows: ['checkout.signIn'] },
    failing: ['checkout.createCheckout'],
    canBeLong: true,
  },
} satisfies FeatureStories
