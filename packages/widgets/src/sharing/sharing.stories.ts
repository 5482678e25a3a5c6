import type { FeatureStories } from '../../../../.storybook/states.ts'

export const stories = {
  'pk-share': {
    filled: { shows: ['$subjectName'] },
    empty: { who: 'newcomer', shows: ['sharing.none'] },
    otherwise: { who: 'visitor', shows: ['sharing.signIn'] },
    failing: ['sharing.loadFailed'],
    canBeLong: true,
  },
} satisfies FeatureStories
