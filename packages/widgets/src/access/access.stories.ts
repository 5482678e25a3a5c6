import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

const withLetter = { who: 'visitor', remembers: { flow: '$flow' } } as const

export const group: Group = 'Getting in'

export const stories = {
  'pk-code-entry': {
    filled: { who: 'visitor', shows: ['access.heading'] },
    empty: null,
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-email-check': {
    filled: { ...withLetter, shows: ['step.emailLabel'] },
    empty: { who: 'visitor', shows: ['step.noCodeTitle'] },
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-registration': {
    filled: { ...withLetter, shows: ['step.emailLabel'] },
    empty: { who: 'visitor', shows: ['step.noCodeTitle'] },
    otherwise: null,
    failing: 'settings',
    canBeLong: false,
  },
  'pk-add-picture-set': {
    filled: { shows: ['access.addTitle'] },
    empty: null,
    otherwise: { who: 'visitor', shows: ['access.addSignIn'] },
    failing: 'settings',
    canBeLong: false,
  },
} satisfies FeatureStories
