import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Account'

export const stories = {
  'pk-communication': {
    filled: { shows: ['$subjectName'] },
    empty: { who: 'newcomer', shows: ['reminders.none'] },
    otherwise: { who: 'visitor', shows: ['reminders.signIn'] },
    failing: ['reminders.loadFailed'],
    canBeLong: true,
  },
} satisfies FeatureStories
