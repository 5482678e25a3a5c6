import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-share': {
    filled: { shows: ['$subjectName'] },
    empty: { who: 'newcomer', shows: ['sharing.none'] },
    otherwise: { who: 'visitor', shows: ['sharing.signIn'] },
    failing: ['sharing.loadFailed'],
    canBeLong: true,
  },
} satisfies FeatureStories
