import type { Feature } from '../../platform/feature.ts'
import { forgetTasksOfJob } from '../jobs/deletion/forgetJobTasks.ts'
import { cardsTask } from './cardsTask.ts'
import { cardCollections, forgetCards, forgetCardsOfJob } from './collection.ts'

const forgetPrints = forgetTasksOfJob(cardsTask, 'record of cards that were printed')

/** Cards with QR codes that are photographed before each person, and what they say about the photographs after them. */
export const cards: Feature = {
  name: 'cards',
  calls: [],
  collections: cardCollections,
  forgetSubjects: forgetCards,
  forgetJob: async (...deleted) => [...(await forgetCardsOfJob(...deleted)), ...(await forgetPrints(...deleted))],
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
