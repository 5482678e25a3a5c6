import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { stepMessages } from './afterCode/stepMessages.ts'
import { messages } from './messages.ts'

const withLetter = { who: 'visitor', remembers: { flow: '$flow' } } as const

export const group: Group = 'Getting in'

export const stories = {
  'pk-code-entry': {
    filled: { who: 'visitor', shows: [messages.heading] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-email-check': {
    filled: { ...withLetter, shows: [stepMessages.emailLabel] },
    empty: { who: 'visitor', shows: [stepMessages.noCodeTitle] },
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-registration': {
    filled: { ...withLetter, shows: [stepMessages.emailLabel] },
    empty: { who: 'visitor', shows: [stepMessages.noCodeTitle] },
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-add-picture-set': {
    filled: { shows: [messages.addTitle] },
    empty: null,
    otherwise: { who: 'visitor', shows: [messages.addSignIn] },
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
