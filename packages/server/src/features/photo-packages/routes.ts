import type { InputOf } from '@portraitkit/core/endpoint.ts'
import {
  photoPackages as contract,
  type PackageContent,
  type PackageOffer,
} from '@portraitkit/core/photo-packages/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import { visibleDrafts } from '../jobs/pictures/visibleDrafts.ts'
import { picturesIn } from '../template/scenes/picturesIn.ts'
import { type AvailabilityQuery, disabledOf, unavailableReason } from './availability.ts'
import { offeredPackagesFor } from './callerPackages.ts'
import { packageViewerOf } from './checkChoice.ts'
import { checkSaved } from './checkSaved.ts'
import { linePackages, packageCollections, packages, savedPackages } from './collection.ts'
import type { LinkDocument } from './document.ts'
import { forgetPackages } from './forgetSubjects.ts'
import { mergePackages } from './mergeSubjects.ts'
import type { OfferedPackage } from './offeredPackages.ts'
import { availabilityQueryOf, defaultSet, namesOf, openPackage, showSubject } from './openPackage.ts'
import { packagesPersonalData } from './personalData.ts'

/** 001 §2.3: packages of products, catalogues and pictures to download. */
export const photoPackages: Feature = {
  name: 'photo-packages',
  collections: packageCollections,
  personalData: packagesPersonalData,
  forgetSubjects: forgetPackages,
  mergeSubjects: mergePackages,
  picturesInUse: async (app, { provider, uuid }) => {
    const saved = await providerCollection<{ customer: string; content: PackageContent }>(
      app,
      'savedPackages',
      provider,
    )
      .find({ customer: uuid })
      .toArray()
    return saved.flatMap(({ content }) =>
      content.packageItems.flatMap(({ templateData }) => picturesIn(templateData?.userResources ?? [])),
    )
  },
  calls: bind(contract, {
    list: async ({ subject }, call) => {
      const [offered, viewer, query] = await Promise.all([
        offeredPackagesFor(call),
        packageViewerOf(call),
        availabilityQueryOf(call),
      ])
      const set = viewer.sets.find((each) => each.subject.uuid === subject) ?? defaultSet(viewer)
      const offers = offered.map((each) => show(each, set, query, call))
      const ends = offers.flatMap(({ remainingTime, disabled }) =>
        remainingTime > 0 && !disabled ? remainingTime : [],
      )
      return {
        currency: call.provider.currency,
        packages: offers,
        remainingTime: ends.length > 0 ? Math.min(...ends) : 0,
      }
    },

    open: async ({ packageUuid, subject, packageItems = [] }, call) => {
      const [offered, viewer] = await Promise.all([offeredPackage(packageUuid, call), packageViewerOf(call)])
      const begunWith = subject ? subject.uuid : (defaultSet(viewer)?.subject.uuid ?? null)
      return openPackage(offered, begunWith, packageItems, viewer)
    },

    unfinished: async (_input, { app, provider, customer, language }) => {
      const [latest, all] = await Promise.all([
        savedPackages.findLatest(app, provider, customer),
        packages.list(app, provider.key),
      ])
      const visible = await visibleDrafts(app, provider.key, latest)
      return visible.flatMap(({ uuid: saved, changed, product, content }) => {
        const document = all.find(({ uuid }) => uuid === product)
        const name = inLanguage(document?.names ?? {}, language)
        return document ? [{ saved, changed, package: product, name, subject: content.subject }] : []
      })
    },

    getSaved: getFrom(savedPackages),
    save: saveTo(savedPackages),
    deleteSaved: deleteFrom(savedPackages),

    getLine: getFrom(linePackages),
    saveLine: saveTo(linePackages),
    deleteLine: deleteFrom(linePackages),
  }),
}

type PackageDrafts = typeof savedPackages
type Call = CallContext<'customer'>

function getFrom(drafts: PackageDrafts) {
  return async ({ uuid }: InputOf<typeof contract.getSaved>, { app, provider, customer }: Call) => {
    const found = await drafts.find(app, provider, customer, uuid)
    const [visible] = found ? await visibleDrafts(app, provider.key, [found]) : []
    return { saved: visible ? showSaved(visible) : null }
  }
}

function saveTo(drafts: PackageDrafts) {
  return async ({ uuid, version, content: sent }: InputOf<typeof contract.save>, call: Call) => {
    const { app, provider, customer, now } = call
    const offered = await offeredPackage(sent.package.uuid, call)
    const content = await checkSaved(offered, sent, await packageViewerOf(call))
    const save = { uuid, version, product: sent.package.uuid, content }
    const { saved, draft } = await drafts.save(app, provider, customer, save, now)
    if (!draft) throw new Failure('photo-packages.unknown_saved')
    if (!saved) throw new Failure('photo-packages.changed', { data: showSaved(draft) })
    return { saved: showSaved(draft) }
  }
}

function deleteFrom(drafts: PackageDrafts) {
  return async (input: InputOf<typeof contract.deleteSaved>, { app, provider, customer }: Call) => {
    const { removed, draft } = await drafts.remove(app, provider, customer, input)
    if (draft) throw new Failure('photo-packages.changed', { data: showSaved(draft) })
    if (!removed) throw new Failure('photo-packages.unknown_saved')
    return {}
  }
}

type SavedPackage = NonNullable<Awaited<ReturnType<typeof savedPackages.find>>>
const showSaved = ({ uuid, version, changed, content }: SavedPackage) => ({ uuid, version, changed, content })

/** A package offered to the caller; links do not count. */
async function offeredPackage(uuid: string, call: CallContext): Promise<OfferedPackage> {
  const found = (await offeredPackagesFor(call)).find(({ document }) => document.uuid === uuid)
  if (!found || !('items' in found)) throw new Failure('photo-packages.unknown')
  return found
}

/** A link costs nothing. */
const NO_PRICES = {
  originalPrice: null,
  priceIncludingDiscount: null,
  useTimeLimitedDiscount: false,
  timeLimitedDiscountPrice: null,
  priorPrice: null,
  remainingTime: 0,
} as const

function show(
  offered: OfferedPackage | { document: LinkDocument },
  set: DeliveredSet | undefined,
  query: AvailabilityQuery,
  { customer, language }: CallContext,
): PackageOffer {
  const { document } = offered
  const common = {
    uuid: document.uuid,
    name: inLanguage(document.names, language),
    description: inLanguage(document.descriptions ?? {}, language),
    image: document.image ?? null,
    subject: showSubject(set),
  }
  if (!('items' in offered)) {
    const { link = null, linkTexts, linkInfo } = offered.document
    return {
      ...common,
      type: 'link',
      link,
      linkText: inLanguage(linkTexts, language),
      linkInfo: linkInfo ? { type: linkInfo.type, category: linkInfo.category ?? null } : null,
      ...NO_PRICES,
      disabled: disabledOf(document, [], language),
      allowSubjectChange: 4,
      packageItems: [],
    }
  }
  // a visitor is asked to sign in, not to choose a set
  const reasons = customer ? offered.items.map((item) => unavailableReason(item, set, query)) : []
  return {
    ...common,
    type: 'package',
    link: null,
    linkText: '',
    linkInfo: null,
    ...offered.price,
    disabled: disabledOf(document, reasons, language),
    allowSubjectChange: offered.document.allowSubjectChange ?? 4,
    packageItems: offered.items.map((item) => {
      const { uuid, type } = item.document
      return { uuid, type, name: namesOf(item, language).name }
    }),
  }
}
