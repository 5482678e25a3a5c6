import type { Category } from '@portraitkit/core/browsing/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { grantedSubjects } from '../access/grants.ts'
import type { CallContext } from '../feature.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { takesOrders } from '../jobs/days.ts'
import { newestTemplates } from '../template/collection.ts'
import { canFill } from '../template/list.ts'
import { type CategoryDocument, categories } from './categories.ts'

/**
 * The categories of a shop, each with the first of the caller's subjects that something in it can be made with: the chosen
 * one, then the newest.
 */
export async function listCategories(call: CallContext, chosen?: string): Promise<Category[]> {
  const { app, provider, language } = call
  const [list, sets, templates] = await Promise.all([
    categories.list(app, provider.key),
    offeredSets(call, chosen),
    Promise.all((['CARDS', 'CALENDAR', 'PHOTOGIFT'] as const).map((type) => newestTemplates(app, provider.key, type))),
  ])
  return list.map((category) => {
    const { internalName, titles, descriptions, image, subCategories = [] } = category
    const qualified = sets.find((set) => isFor(category, set, templates.flat()))
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

/** The caller's picture sets that products are sold with: the chosen one, then the newest first. */
async function offeredSets(
  { app, provider, customer, now }: CallContext,
  chosen: string | undefined,
): Promise<DeliveredSet[]> {
  if (!customer) return []
  const uuids = await grantedSubjects(app, provider, customer.uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  const offered = sets.filter(({ job, pictures }) => takesOrders(job, provider, now) && pictures.length > 0)
  const isChosen = ({ subject }: DeliveredSet) => subject.uuid === chosen
  return [...offered.filter(isChosen), ...offered.filter((set) => !isChosen(set))]
}

/** Whether something in a category can be made with a set's pictures. */
function isFor(
  category: CategoryDocument,
  { pictures }: DeliveredSet,
  templates: readonly TemplateDefinition[],
): boolean {
  const inHere = templates.filter((template) => isIn(category, template))
  if (inHere.length > 0) return inHere.some((template) => canFill(template, pictures))
  // what is no template is made of whole sets
  return WITHOUT_TEMPLATES.includes(category.internalName)
}

const WITHOUT_TEMPLATES = ['digitalprint', 'catalogues', 'packages']

function isIn({ internalName }: CategoryDocument, { type, categories }: TemplateDefinition): boolean {
  if (internalName === 'cards') return type === 'CARDS'
  if (internalName === 'calendar') return type === 'CALENDAR'
  return type === 'PHOTOGIFT' && (internalName === 'photogifts' || categories.includes(internalName))
}

function subjectOf({ subject: { uuid, name, group } }: DeliveredSet): Category['firstQualifiedSubject'] {
  return { uuid, name, group }
}
