import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

const signedOut = { who: 'visitor', shows: ['digital-portraits.signIn'] } as const

export const group: Group = 'Digital portraits'

export const stories = {
  'pk-picture-set': {
    filled: { options: { pictureSet: '$subject' }, shows: ['$subjectName'] },
    empty: { who: 'newcomer', options: { pictureSet: '$subject' }, shows: ['picture-sets.unknownTitle'] },
    otherwise: null,
    failing: ['picture-sets.failed'],
    canBeLong: true,
  },
  'pk-digital-portraits': {
    filled: { shows: ['digital-portraits.lead', '$subjectName'] },
    empty: { who: 'newcomer', shows: ['digital-portraits.emptyTitle'] },
    slotted: { who: 'newcomer', given: { empty: 'There is nothing to download yet.' }, shows: [] },
    otherwise: signedOut,
    failing: ['picture-sets.failed'],
    canBeLong: true,
  },
} satisfies FeatureStories
