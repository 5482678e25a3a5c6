import type { Category } from '@portraitkit/core/browsing/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { CallContext } from '../../platform/feature.ts'
import { grantedSubjects } from '../access/grants.ts'
import { catalogues } from '../catalogues/collection.ts'
import { isCatalogueOf } from '../catalogues/offeredCatalogues.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { takesOrders } from '../jobs/days.ts'
import { createPackageCheck } from '../photo-packages/callerPackages.ts'
import { newestTemplates } from '../template/collection.ts'
import { canFill } from '../template/listTemplates.ts'
import type { CategoryDocument } from './categories.ts'
import { categories } from './collection.ts'

/**
 * The categories of a shop, each with the first of the caller's subjects for which it offers something: the selected one, then
 * the newest.
 */
export async function listCategories(call: CallContext, subject?: string): Promise<Category[]> {
  const { app, provider, language } = call
  const [list, sets] = await Promise.all([categories.list(app, provider.key), offeredSets(call, subject)])
  const isFor: SetPredicate = sets.length > 0 ? await createSetPredicate(call, list) : () => false
  return list.map((category) => {
    const { internalName, titles, descriptions, image, subCategories = [] } = category
    const qualified = sets.find((set) => isFor(category, set))
    return {
      internalName,
      title: inLanguage(titles, language),
      description: inLanguage(descriptions ?? {}, language),
      image: image ?? null,
      subCategories: subCategories.map(({ internalName, titles, default: isDefault = false }) => {
        return { internalName, title: inLanguage(titles, language), default: isDefault }
      }),
      firstQualifiedSubject: qualified ? subjectOf(qualified) : null,
    }
  })
}

/** The caller's picture sets that products are sold with: the selected one, then the newest first. */
async function offeredSets(
  { app, provider, customer, now }: CallContext,
  selected: string | undefined,
): Promise<DeliveredSet[]> {
  if (!customer) return []
  const uuids = await grantedSubjects(app, provider, customer.uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  const offered = sets.filter(({ job, pictures }) => takesOrders(job, provider, now) && pictures.length > 0)
  const isChosen = ({ subject }: DeliveredSet) => subject.uuid === selected
  return [...offered.filter(isChosen), ...offered.filter((set) => !isChosen(set))]
}

/** Whether a category offers something for a set. */
type SetPredicate = (category: CategoryDocument, set: DeliveredSet) => boolean

/**
 * Considers the templates of a category, the catalogues of a set's class and the contents of packages; anybody with pictures may
 * buy downloads.
 */
async function createSetPredicate(call: CallContext, visible: readonly CategoryDocument[]): Promise<SetPredicate> {
  const isShown = (name: string) => visible.some(({ internalName }) => internalName === name)
  const { app, provider } = call
  const types = ['CARDS', 'CALENDAR', 'PHOTOGIFT'] as const
  const [lists, books, packages] = await Promise.all([
    Promise.all(types.map((type) => newestTemplates(app, provider.key, type))),
    isShown('catalogues') ? catalogues.list(app, provider.key) : [],
    isShown('packages') ? createPackageCheck(call) : () => false,
  ])
  const templates = lists.flat()
  return (category, set) => {
    if (category.internalName === 'digitalprint') return true
    if (category.internalName === 'catalogues') return books.some((book) => isCatalogueOf(book, set.job, set.subject))
    if (category.internalName === 'packages') return packages(set)
    return templates.some((template) => isIn(category, template) && canFill(template, set.pictures))
  }
}

function isIn({ internalName }: CategoryDocument, { type, categories }: TemplateDefinition): boolean {
  if (internalName === 'cards') return type === 'CARDS'
  if (internalName === 'calendar') return type === 'CALENDAR'
  return type === 'PHOTOGIFT' && (internalName === 'photogifts' || categories.includes(internalName))
}

function subjectOf({ subject: { uuid, name, group } }: DeliveredSet): Category['firstQualifiedSubject'] {
  return { uuid, name, group }
}
