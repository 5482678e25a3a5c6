import { pictureSets as contract } from '@portraitkit/core/picture-sets/contract.ts'
import { grantedSubjects, isGranted } from '../access/grants.ts'
import { bind, type Feature } from '../feature.ts'
import { Failure } from '../http/failure.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { imagePage } from './imagePage.ts'
import { type Holdings, showPictureSet } from './pictureSets.ts'

/** Nothing is sold as a file yet, so nobody holds one. */
const holdings: Holdings = { isBought: () => false, isInCart: () => false }

export const pictureSets: Feature = {
  name: 'picture-sets',
  pages: [imagePage],
  calls: bind(contract, {
    list: async (_input, { app, provider, customer }) => {
      const subjects = await grantedSubjects(app, provider, customer.uuid)
      const sets = await findDeliveredSets(app, provider.key, subjects)
      return { pictureSets: sets.map((set) => showPictureSet(app, provider, customer.uuid, set, holdings)) }
    },

    get: async ({ subjectUuid }, { app, provider, customer }) => {
      const [granted, [set]] = await Promise.all([
        isGranted(app, provider, customer.uuid, subjectUuid),
        findDeliveredSets(app, provider.key, [subjectUuid]),
      ])
      if (!granted || !set) throw new Failure('picture-sets.unknown')
      return { pictureSet: showPictureSet(app, provider, customer.uuid, set, holdings) }
    },
  }),
}
