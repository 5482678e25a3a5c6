import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

export const group: Group = 'Checkout'

export const stories = {
  'pk-checkout': {
    filled: { shows: [messages.delivery, messages.howDelivered] },
    // an empty cart redirects to the products
    empty: null,
    otherwise: { who: 'visitor', shows: [messages.signIn] },
    failing: [messages.createCheckout],
    canBeLong: true,
  },
} satisfies FeatureStories
