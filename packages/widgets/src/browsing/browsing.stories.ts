import type { FeatureStories, Group } from '../../../../.storybook/states.ts'

const failing = ['browsing.failed'] as const

export const group: Group = 'Products'

export const stories = {
  'pk-categories': {
    filled: { shows: ['browsing.products'] },
    empty: null,
    otherwise: { who: 'visitor', shows: ['browsing.products'] },
    failing,
    canBeLong: true,
  },
  'pk-template-list': {
    filled: { shows: ['list.cards', '$card'] },
    empty: { who: 'newcomer', shows: ['list.cards'] },
    otherwise: { who: 'visitor', shows: ['list.cardsLead'] },
    failing,
    canBeLong: true,
  },
  'pk-promoted-products': {
    filled: { shows: ['promoted.title'] },
    empty: null,
    otherwise: { who: 'visitor', shows: ['promoted.title'] },
    failing: ['promoted.failed'],
    canBeLong: true,
  },
} satisfies FeatureStories
