import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

export const group: Group = 'Packages'

export const stories = {
  'pk-packages': {
    filled: { shows: ['offers.all'] },
    empty: null,
    otherwise: { who: 'visitor', shows: ['offers.all'] },
    failing: ['offers.failed'],
    canBeLong: true,
  },
  'pk-package': {
    filled: { options: { package: '$package' }, shows: ['$packageName'] },
    empty: { who: 'newcomer', options: { package: '$package' }, shows: ['$packageName'] },
    otherwise: { who: 'visitor', options: { package: '$package' }, shows: ['$packageName'] },
    failing: ['package.failed'],
    canBeLong: true,
  },
} satisfies FeatureStories
