import type { Feature } from '../../platform/feature.ts'
import { cardsTask } from './cardsTask.ts'
import { cardCollections, forgetCards } from './collection.ts'

/** Cards with QR codes that are photographed before each person, and what they say about the photographs after them. */
export const cards: Feature = {
  name: 'cards',
  calls: [],
  collections: cardCollections,
  forgetSubjects: forgetCards,
  tasks: [cardsTask],
  subcommands: [
    {
      of: 'jobs',
      usage: 'cards <job>',
      summary: 'writes class lists and QR cards to photograph',
      load: async () => (await import('./jobSubcommands.ts')).jobSubcommands,
    },
  ],
}
