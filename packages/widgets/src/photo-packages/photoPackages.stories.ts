import type { FeatureStories, Group } from '../../../../.storybook/states.ts'
import { offersMessages } from './offers/offersMessages.ts'
import { packageMessages } from './page/packageMessages.ts'

export const group: Group = 'Packages'

export const stories = {
  'pk-packages': {
    filled: { shows: [offersMessages.all] },
    empty: null,
    otherwise: { who: 'visitor', shows: [offersMessages.all] },
    failing: [offersMessages.failed],
    canBeLong: true,
  },
  'pk-package': {
    filled: { options: { package: '$package' }, shows: ['$packageName'] },
    empty: { who: 'newcomer', options: { package: '$package' }, shows: ['$packageName'] },
    otherwise: { who: 'visitor', options: { package: '$package' }, shows: ['$packageName'] },
    failing: [packageMessages.failed],
    canBeLong: true,
  },
} satisfies FeatureStories
