import type { FeatureStories } from '../../../../.storybook/states.ts'

export const stories = {
  'pk-communication': {
    filled: { shows: ['$subjectName'] },
    empty: { who: 'newcomer', shows: ['reminders.none'] },
    otherwise: { who: 'visitor', shows: ['reminders.signIn'] },
    failing: ['reminders.loadFailed'],
    canBeLong: true,
  },
} satisfies FeatureStories
