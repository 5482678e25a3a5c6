import { retakes as contract } from '@portraitkit/core/retakes/contract.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { retakeAnnouncements } from './announceRetake.ts'
import { forgetRetakes, mergeRetakes, retakeCollections } from './collection.ts'
import { decideRetake } from './decideRetake.ts'
import { hasRetakes, listRetakes } from './listRetakes.ts'
import { retakeMailTopics } from './mailTopics.ts'

/** New pictures of a person instead of earlier ones: families hear of them, and buyers keep or exchange what they have ordered. */
export const retakes: Feature = {
  name: 'retakes',
  collections: retakeCollections,
  profileData: async (call) => ({ hasRetakes: await hasRetakes(call) }),
  forgetSubjects: forgetRetakes,
  mergeSubjects: mergeRetakes,
  mailTopics: retakeMailTopics,
  background: [retakeAnnouncements],
  subcommands: [
    {
      of: 'jobs',
      usage: 'jobs retake | retakes <job>',
      summary: 'asks buyers whether to exchange a picture for its retake, lists what they answered and what to reprint',
      load: async () => (await import('./subcommands.ts')).retakeSubcommands,
    },
  ],
  calls: bind(contract, {
    list: async (_input, call) => listRetakes(call),

    decide: async (input, call) => {
      await decideRetake(call, input)
      return listRetakes(call)
    },
  }),
}
