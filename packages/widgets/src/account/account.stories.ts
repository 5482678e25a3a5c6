import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

const signedOut = { who: 'visitor', shows: ['area.areaSignIn'] } as const

export const group: Group = 'Account'

export const stories = {
  'pk-login': {
    filled: { who: 'visitor', shows: ['account.lead'] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-reset-password': {
    filled: { who: 'visitor', shows: ['password.forgotLead'] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-my-account': {
    filled: { shows: ['area.orderHistory'] },
    empty: { who: 'newcomer', shows: ['address.title'] },
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-contact-info': {
    filled: { shows: ['area.save'] },
    empty: { who: 'newcomer', shows: ['area.save'] },
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-change-password': {
    filled: { shows: ['area.changePassword'] },
    empty: null,
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-devices': {
    filled: { shows: ['area.thisDevice'] },
    empty: null,
    otherwise: signedOut,
    failing: ['area.loadFailed'],
    canBeLong: false,
  },
  'pk-my-data': {
    filled: { shows: ['area.data'] },
    empty: null,
    otherwise: signedOut,
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
