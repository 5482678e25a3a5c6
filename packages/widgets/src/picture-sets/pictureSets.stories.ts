import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

const common = {
  empty: { who: 'newcomer', shows: ['picture-sets.emptyTitle'] },
  otherwise: { who: 'visitor', shows: ['picture-sets.signIn'] },
  failing: ['picture-sets.failed'],
  canBeLong: true,
} as const

export const group: Group = 'Pictures'

export const stories = {
  'pk-new-picture-set': { filled: { shows: ['$subjectName', 'picture-sets.choose'] }, ...common },
  'pk-picture-sets': {
    filled: { shows: ['$subjectName', 'picture-sets.title'] },
    slotted: { who: 'newcomer', given: { empty: 'We photograph your class on Friday.' }, shows: [] },
    ...common,
  },
} satisfies FeatureStories
