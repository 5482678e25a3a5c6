import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { addressMessages } from './address/addressMessages.ts'
import { areaMessages } from './area/areaMessages.ts'
import { messages } from './messages.ts'
import { passwordMessages } from './password/passwordMessages.ts'

const signedOut = { who: 'visitor', shows: [areaMessages.areaSignIn] } as const

export const group: Group = 'Account'

export const stories = {
  'pk-login': {
    filled: { who: 'visitor', shows: [messages.lead] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-reset-password': {
    filled: { who: 'visitor', shows: [passwordMessages.forgotLead] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-my-account': {
    filled: { shows: [areaMessages.orderHistory] },
    empty: { who: 'newcomer', shows: [addressMessages.title] },
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-contact-info': {
    filled: { shows: [areaMessages.save] },
    empty: { who: 'newcomer', shows: [areaMessages.save] },
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-change-password': {
    filled: { shows: [areaMessages.changePassword] },
    empty: null,
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-devices': {
    filled: { shows: [areaMessages.thisDevice] },
    empty: null,
    otherwise: signedOut,
    failing: [areaMessages.loadFailed],
    canBeLong: false,
  },
  'pk-my-data': {
    filled: { shows: [areaMessages.data] },
    empty: null,
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
