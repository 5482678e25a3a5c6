import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-share': {
    filled: { shows: ['$subjectName', '$recipient'] },
    empty: { who: 'newcomer', shows: ['sharing.none', 'sharing.nobody'] },
    otherwise: { who: 'visitor', shows: ['sharing.signIn'] },
    failing: ['sharing.loadFailed', 'sharing.listFailed'],
    canBeLong: true,
  },
} satisfies FeatureStories
