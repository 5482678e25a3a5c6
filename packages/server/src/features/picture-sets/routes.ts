import { pictureSets as contract } from '@portraitkit/core/picture-sets/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { grantedSubjects, ownSubjects, subjectsOfPurchases } from '../access/grants.ts'
import { listBackgrounds } from '../backgrounds/collection.ts'
import { filesInCart } from '../cart/collection.ts'
import { findPurchasedSets, type PurchasedSet } from '../jobs/collection.ts'
import { boughtFiles } from '../rights/collection.ts'
import { imagePage } from './imagePage.ts'
import { type SetHoldings, showPictureSet } from './pictureSets.ts'

type Call = CallContext<'customer'>

/** The files that the customer has bought, those in the cart, and how the customer may see the sets. */
async function holdingsOf({
  app,
  provider,
  customer,
}: Call): Promise<SetHoldings & { isVisible: (set: string) => boolean }> {
  const [bought, inCart, visible, own] = await Promise.all([
    boughtFiles(app, provider, customer.uuid),
    filesInCart(app, provider.key, customer.uuid),
    grantedSubjects(app, provider, customer.uuid),
    ownSubjects(app, provider, customer.uuid),
  ])
  return {
    isBought: (uuid) => bought.has(uuid),
    boughtVersions: (uuid) => bought.get(uuid) ?? [],
    isInCart: (uuid) => inCart.has(uuid),
    isVisible: (subject) => visible.includes(subject),
    accessTo: (subject) => (own.includes(subject) ? 'own' : visible.includes(subject) ? 'shared' : 'ended'),
  }
}

/**
 * The customer's sets among these. One that somebody shared until a while ago, or whose subject was withdrawn, has only the
 * pictures that the customer has bought, and is missing if there are none. A picture to which somebody in it objects is there only
 * if it was bought.
 */
async function visibleSets(
  { app, provider }: Call,
  { isVisible, isBought }: Awaited<ReturnType<typeof holdingsOf>>,
  subjects: readonly string[],
): Promise<PurchasedSet[]> {
  const sets = await findPurchasedSets(app, provider.key, subjects)
  return sets.flatMap((set) => {
    const isOpen = isVisible(set.subject.uuid)
    const pictures = set.pictures.filter(({ uuid }) => (isOpen && !set.withheld.has(uuid)) || isBought(uuid))
    return isOpen || pictures.length > 0 ? [{ ...set, pictures }] : []
  })
}

export const pictureSets: Feature = {
  name: 'picture-sets',
  pages: [imagePage],
  calls: bind(contract, {
    list: async (_input, call) => {
      const { app, provider, customer } = call
      const [holdings, subjects, backgrounds] = await Promise.all([
        holdingsOf(call),
        subjectsOfPurchases(app, provider, customer.uuid),
        listBackgrounds(app, provider.key),
      ])
      const sets = await visibleSets(call, holdings, subjects)
      return {
        pictureSets: sets.map((set) => showPictureSet(app, provider, customer.uuid, set, holdings, backgrounds)),
      }
    },

    get: async ({ subjectUuid }, call) => {
      const { app, provider, customer } = call
      const [holdings, subjects, backgrounds] = await Promise.all([
        holdingsOf(call),
        subjectsOfPurchases(app, provider, customer.uuid),
        listBackgrounds(app, provider.key),
      ])
      const [set] = subjects.includes(subjectUuid) ? await visibleSets(call, holdings, [subjectUuid]) : []
      if (!set) throw new Failure('picture-sets.unknown')
      return { pictureSet: showPictureSet(app, provider, customer.uuid, set, holdings, backgrounds) }
    },
  }),
}
