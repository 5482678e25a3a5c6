import { canMix, canTakeFrom, subjectChangeOf } from '@portraitkit/core/jobs/subjectChange.ts'
import type { ChosenItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { Failure, wrongField } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { grantedSubjects } from '../access/grants.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { templateOf } from '../template/collection.ts'
import { checkDraftContent, checkOnSale, cleanContent } from '../template/scenes/checkContent.ts'
import type { FoundItem } from './itemParts.ts'
import type { OfferedPackage } from './offeredPackages.ts'

/** The caller whose package is checked, with the caller's picture sets. */
export type PackageViewer = { call: CallContext; sets: readonly DeliveredSet[] }

/** The caller with their picture sets, newest first; a visitor has none. */
export async function packageViewerOf(call: CallContext): Promise<PackageViewer> {
  const { app, provider, customer } = call
  const granted = customer ? await grantedSubjects(app, provider, customer.uuid) : []
  return { call, sets: await findDeliveredSets(app, provider.key, granted) }
}

/** The set of a subject; none for null. Throws if it is not the caller's. */
export function setOf({ sets }: PackageViewer, subject: string | null): DeliveredSet | undefined {
  const found = sets.find((set) => set.subject.uuid === subject)
  if (subject !== null && !found) throw new Failure('picture-sets.unknown')
  return found
}

/**
 * Refuses what the package does not allow: items that it does not have or that occur twice, pictures and names of sets that its
 * mode of subject change excludes (PKG-5), and those of another photographer if the provider does not mix them.
 */
export function checkChoice(
  { document, items }: OfferedPackage,
  begunWith: string | null,
  choices: readonly ChosenItem[],
  viewer: PackageViewer,
): void {
  const firstSet = setOf(viewer, begunWith)
  for (const [index, { uuid, subject, templateData }] of choices.entries()) {
    const field = `packageItems.${index}.uuid`
    const isThere = items.some((item) => item.document.uuid === uuid)
    if (!isThere) throw wrongField(field, { code: 'not-in-package' })
    const isTwice = choices.slice(0, index).some((other) => other.uuid === uuid)
    if (isTwice) throw wrongField(field, { code: 'duplicate' })
    const own = setOf(viewer, subject)
    if (own) refuse(exclusionReason(document, firstSet, [own], viewer))
    for (const resource of templateData?.userResources ?? []) {
      const picture = resource.type === 'IMAGE' ? resource.image?.uuid : undefined
      const from = viewer.sets.filter(({ pictures }) => pictures.some((each) => each.uuid === picture))
      // a picture in none of them is an upload, or is refused with the design
      if (from.length > 0) refuse(exclusionReason(document, firstSet, from, viewer))
    }
  }
}

type Exclusion = 'photo-packages.subject' | 'photo-packages.mixed'

/** The reason why content of these sets is excluded; null if one of them is allowed. */
function exclusionReason(
  { allowSubjectChange }: OfferedPackage['document'],
  firstSet: DeliveredSet | undefined,
  from: readonly DeliveredSet[],
  { call }: PackageViewer,
): Exclusion | null {
  const isForbidden = call.provider.options.whiteLabelDisableMixPhotographers ?? false
  const mixed = from.filter(({ job }) => canMix(isForbidden, firstSet?.job, job))
  if (mixed.length === 0) return 'photo-packages.mixed'
  const mode = subjectChangeOf(allowSubjectChange)
  const may = mixed.some((set) => canTakeFrom(mode, firstSet && originOf(firstSet), originOf(set)))
  return may ? null : 'photo-packages.subject'
}

const originOf = ({ subject, job }: DeliveredSet) => ({ subject, job, jobType: job.jobType })

function refuse(reason: Exclusion | null): void {
  if (reason) throw new Failure(reason)
}

type TemplateItem = Extract<FoundItem<Product>, { definition: unknown }>

/** The template of an item: its own, or a different one of its product if the customer may choose. */
export async function templateFor(
  item: TemplateItem,
  choice: Pick<ChosenItem, 'template'> | undefined,
  { app, provider }: Pick<CallContext, 'app' | 'provider'>,
): Promise<TemplateDefinition> {
  const { template } = choice ?? {}
  if (!template) return item.definition
  const definition = await templateOf(app, provider.key, template.uuid, template.version)
  if (!definition) throw new Failure('template.unknown')
  const isOther = definition.uuid !== item.document.template
  const mayChange = item.document.canChangeTemplate && definition.product === item.product.uuid
  if (isOther && !mayChange) throw new Failure('photo-packages.template')
  return definition
}

/** The design that a customer made of an item, normalised, with its withheld pictures; null if there is none yet. */
export async function designOf(
  item: TemplateItem,
  choice: ChosenItem,
  { app, provider, customer }: CallContext,
): Promise<{ definition: TemplateDefinition; content: DesignContent; withheld: string[] } | null> {
  const { subject, templateData } = choice
  const { uuid, version } = await templateFor(item, choice, { app, provider })
  if (!templateData) return null
  const { userResources: resources, year } = templateData
  const sent = { template: { uuid, version }, subject, resources, ...(year !== null && { year }) }
  const checked = await checkDraftContent(app, provider, customer?.uuid ?? null, cleanContent(sent))
  checkOnSale(checked.definition, app.clock())
  return checked
}
