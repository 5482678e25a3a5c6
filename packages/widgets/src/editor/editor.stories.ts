import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

const card = { product: '$product', template: '$template' } as const

export const group: Group = 'Editor'

export const stories = {
  'pk-editor': {
    filled: { options: card, shows: ['editor.changePhotos'] },
    empty: { who: 'newcomer', options: card, shows: [] },
    otherwise: { who: 'visitor', options: card, shows: [] },
    failing: ['editor.failed'],
    canBeLong: false,
  },
  'pk-continue-card': {
    filled: { shows: ['continue.card'] },
    empty: null,
    otherwise: null,
    failing: null,
    canBeLong: false,
  },
} satisfies FeatureStories
