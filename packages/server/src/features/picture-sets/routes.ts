import { pictureSets as contract } from '@portraitkit/core/picture-sets/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { grantedSubjects, isGranted } from '../access/grants.ts'
import { listBackgrounds } from '../backgrounds/collection.ts'
import { filesInCart } from '../cart/collection.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { boughtFiles } from '../rights/collection.ts'
import { pictureSetsFailureTexts } from './failureTexts.ts'
import { imagePage } from './imagePage.ts'
import { type SetHoldings, showPictureSet } from './pictureSets.ts'

/** The files that the customer has bought, and those in the cart. */
async function holdingsOf({ app, provider, customer }: CallContext<'customer'>): Promise<SetHoldings> {
  const [bought, inCart] = await Promise.all([
    boughtFiles(app, provider, customer.uuid),
    filesInCart(app, provider.key, customer.uuid),
  ])
  return { isBought: (uuid) => bought.has(uuid), isInCart: (uuid) => inCart.has(uuid) }
}

export const pictureSets: Feature = {
  name: 'picture-sets',
  failureTexts: pictureSetsFailureTexts,
  pages: [imagePage],
  calls: bind(contract, {
    list: async (_input, call) => {
      const { app, provider, customer } = call
      const holdings = await holdingsOf(call)
      const subjects = await grantedSubjects(app, provider, customer.uuid)
      const sets = await findDeliveredSets(app, provider.key, subjects)
      const backgrounds = await listBackgrounds(app, provider.key)
      return {
        pictureSets: sets.map((set) => showPictureSet(app, provider, customer.uuid, set, holdings, backgrounds)),
      }
    },

    get: async ({ subjectUuid }, call) => {
      const { app, provider, customer } = call
      const [holdings, granted, [set], backgrounds] = await Promise.all([
        holdingsOf(call),
        isGranted(app, provider, customer.uuid, subjectUuid),
        findDeliveredSets(app, provider.key, [subjectUuid]),
        listBackgrounds(app, provider.key),
      ])
      if (!granted || !set) throw new Failure('picture-sets.unknown')
      return { pictureSet: showPictureSet(app, provider, customer.uuid, set, holdings, backgrounds) }
    },
  }),
}
