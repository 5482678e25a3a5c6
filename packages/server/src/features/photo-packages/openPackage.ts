import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import type { ChosenItem, PackageInstance, PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { CATALOGUE_PRODUCT, CATALOGUE_TYPE } from '@portraitkit/core/products/specialProducts.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { withoutPictures } from '@portraitkit/core/template/slots.ts'
import type { CallContext } from '../../platform/feature.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { defaultBackground, listBackgrounds } from '../backgrounds/collection.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import { boughtFiles } from '../rights/collection.ts'
import { checkOnSale } from '../template/scenes/checkContent.ts'
import { fillDesign, fillSubjectOf } from '../template/scenes/fillDesign.ts'
import { layOutDesign } from '../template/scenes/layOutDesign.ts'
import { showScenes } from '../template/scenes/showScene.ts'
import { type AvailabilityQuery, disabledOf, reasonText, unavailableReason } from './availability.ts'
import { checkChoice, designOf, type PackageViewer, setOf, templateFor } from './checkChoice.ts'
import { type FoundItem, matchItem } from './itemParts.ts'
import type { OfferedPackage } from './offeredPackages.ts'

/** The data on a set that a caller may see. */
export async function availabilityQueryOf({ app, provider, customer, now }: CallContext): Promise<AvailabilityQuery> {
  return { provider, bought: customer ? await boughtFiles(app, provider, customer.uuid) : new Set(), now }
}

/** The default set when none is named: the newest one with pictures for sale. */
export function defaultSet({ sets }: PackageViewer): DeliveredSet | undefined {
  return sets.find(({ job, pictures }) => !job.isArchived && pictures.length > 0)
}

export function showSubject(set: DeliveredSet | undefined): PackageInstance['subject'] {
  if (!set) return null
  const { uuid, name, group } = set.subject
  return { uuid, name, group }
}

/** A package with its items filled for a set, including the customer's choices so far. */
export async function openPackage(
  offered: OfferedPackage,
  begunWith: string | null,
  choices: readonly ChosenItem[],
  viewer: PackageViewer,
): Promise<PackageInstance> {
  const { call } = viewer
  const { provider, customer, language } = call
  checkChoice(offered, begunWith, choices, viewer)
  const query = await availabilityQueryOf(call)
  const made = await Promise.all(
    offered.items.map((item) => {
      const own = choices.find(({ uuid }) => uuid === item.document.uuid)
      const subject = own ? own.subject : begunWith
      return fillItem(item, own ?? { uuid: item.document.uuid, version: 1, subject }, { viewer, query })
    }),
  )
  const scenes = await Promise.all(
    made.flatMap(({ content }) => (content ? [layOutDesign(call.app, provider, content, language)] : [])),
  )
  const previews = await showScenes(call.app, provider, customer?.uuid ?? null, scenes)
  const { document, price } = offered
  const packageItems = made.map(({ item, content }) => {
    const preview = content ? (previews.shift() ?? null) : null
    return { ...item, preview, sceneHash: preview?.hash ?? null }
  })
  // a visitor is asked to sign in, not to choose a set
  const reasons = customer ? made.map(({ reason }) => reason) : []
  return {
    uuid: document.uuid,
    name: inLanguage(document.names, language),
    description: inLanguage(document.descriptions ?? {}, language),
    image: document.image ?? null,
    ...price,
    currency: provider.currency,
    disabled: disabledOf(document, reasons, language),
    subject: showSubject(setOf(viewer, begunWith)),
    allowSubjectChange: document.allowSubjectChange ?? 4,
    packageItems,
  }
}

type FillContext = { viewer: PackageViewer; query: AvailabilityQuery }
type FilledItem = { item: PackageItem; content: DesignContent | null; reason: ReturnType<typeof unavailableReason> }

async function fillItem(
  found: FoundItem<Product>,
  choice: ChosenItem,
  { viewer, query }: FillContext,
): Promise<FilledItem> {
  const { call } = viewer
  const set = setOf(viewer, choice.subject)
  const reason = unavailableReason(found, set, query)
  const common: PackageItem = {
    uuid: choice.uuid,
    type: found.document.type,
    ...namesOf(found, call.language),
    subject: showSubject(set),
    version: choice.version,
    canChangeTemplate: false,
    disabled: reason && call.customer ? { reason: reasonText(reason, call.language) } : null,
    template: null,
    templateData: null,
    catalogue: null,
    digitalFiles: [],
    numFiles: 0,
    sceneHash: null,
    preview: null,
  }
  return matchItem<Promise<FilledItem>, Product>(found, {
    async TEMPLATE_PRODUCT(item) {
      const { content, ...fields } = await fillTemplate(item, choice, call)
      return { item: { ...common, ...fields }, content, reason }
    },
    async CATALOGUE({ catalogue: { uuid, deliveryDays } }) {
      const catalogue = { uuid, name: common.name, deliveryTime: { days: deliveryDays } }
      return { item: { ...common, catalogue }, content: null, reason }
    },
    DIGITAL_SET: async () => ({ item: { ...common, ...(await filesOf(set, call)) }, content: null, reason }),
  })
}

type TemplateItem = Extract<FoundItem<Product>, { definition: unknown }>

/** The fields of a print, and the design that is drawn. */
async function fillTemplate(found: TemplateItem, choice: ChosenItem, call: CallContext) {
  const { definition, content, withheld } =
    (await designOf(found, choice, call)) ?? (await freshDesign(found, choice, call))
  const { uuid, version, names, type } = definition
  return {
    canChangeTemplate: found.document.canChangeTemplate ?? false,
    template: { uuid, version, name: inLanguage(names, call.language), type },
    templateData: { userResources: content.resources, year: content.year ?? null },
    // withdrawn pictures stay in their places, but are not shown
    content: { ...content, resources: withoutPictures(content.resources, withheld) },
  }
}

async function freshDesign(
  found: TemplateItem,
  choice: ChosenItem,
  { app, provider, customer, language }: CallContext,
) {
  const definition = await templateFor(found, choice, { app, provider })
  checkOnSale(definition, app.clock())
  const filled = await fillSubjectOf(app, provider, customer?.uuid ?? null, choice.subject)
  const content = await fillDesign(app, definition, filled, { subject: choice.subject, language })
  return { definition, content, withheld: [] }
}

/** The names of an item and of its product. */
export function namesOf(item: FoundItem<Product>, language: string): Pick<PackageItem, 'name' | 'product'> {
  if ('catalogue' in item) {
    const name = inLanguage(item.catalogue.names, language)
    return { name, product: { uuid: CATALOGUE_PRODUCT, name, type: CATALOGUE_TYPE } }
  }
  const { uuid, name, type } = item.product
  return { name, product: { uuid, name, type } }
}

async function filesOf(
  set: DeliveredSet | undefined,
  { app, provider, customer }: CallContext,
): Promise<Pick<PackageItem, 'digitalFiles' | 'numFiles'>> {
  if (!set || !customer) return { digitalFiles: [], numFiles: 0 }
  const backgrounds = await listBackgrounds(app, provider.key)
  const digitalFiles = previewFiles(set.pictures).map((picture) => {
    const { background = null } = defaultBackground(backgrounds, set.job, picture)
    const { uuid, version = null } = picture
    const seen = { uuid, version, subject: set.subject.uuid }
    const display = pictureAddresses(app, provider, customer.uuid, seen, { use: 'display', bought: false, background })
    return { uuid: picture.uuid, width: picture.width, height: picture.height, display }
  })
  return { digitalFiles, numFiles: set.pictures.length }
}
