import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { messages as accessMessages } from '../access/messages.ts'

export const group: Group = 'The whole shop'

export const stories = {
  'pk-shop': {
    filled: { who: 'visitor', shows: [accessMessages.heading] },
    empty: null,
    slotted: {
      who: 'visitor',
      given: { header: 'Studio Lindqvist', footer: 'Hamngatan 4, by the old customs house' },
      shows: [accessMessages.heading],
    },
    otherwise: { who: 'customer', shows: [accessMessages.headingSignedIn] },
    failing: 'settings',
    canBeLong: true,
  },
} satisfies FeatureStories
