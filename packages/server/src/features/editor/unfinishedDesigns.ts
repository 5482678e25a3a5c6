import type { Design, UnfinishedDesign } from '@portraitkit/core/editor/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { designId } from '@portraitkit/core/template/designId.ts'
import type { App } from '../../platform/app.ts'
import type { Customer } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { visibleDrafts } from '../jobs/pictures/visibleDrafts.ts'
import { newestTemplates, templateOf } from '../template/collection.ts'
import { designs } from './collection.ts'

/** The customer's unfinished designs whose templates still exist. */
export async function unfinishedDesigns(
  app: App,
  provider: Provider,
  customer: Customer,
  language: string,
): Promise<UnfinishedDesign[]> {
  const latest = await visibleDrafts(app, provider.key, await designs.findLatest(app, provider, customer))
  const items = await Promise.all(
    latest.map(async (design): Promise<UnfinishedDesign | null> => {
      const { uuid, changed, product, content } = design
      const { template } = content
      const definition = await templateOf(app, provider.key, template.uuid, template.version)
      if (!definition) return null
      const name = inLanguage(definition.names, language)
      const openedWith = await openingOf(app, provider, customer, design, definition)
      return { design: uuid, changed, product, name, type: definition.type, openedWith, content }
    }),
  )
  return items.filter((item) => item !== null)
}

/**
 * A design keeps its uuid when it continues in another template of its product: the uuid identifies the one with which it was
 * started.
 */
async function openingOf(
  app: App,
  provider: Provider,
  customer: Customer,
  { uuid, product, content }: Design,
  now: TemplateDefinition,
): Promise<string> {
  const { subject } = content
  const isOf = async (template: string) =>
    uuid === (await designId({ customer: customer.uuid, product, template, subject }))
  if (await isOf(now.uuid)) return now.uuid
  const others = await newestTemplates(app, provider.key, now.type)
  for (const other of others) if (other.product === product && (await isOf(other.uuid))) return other.uuid
  return now.uuid
}
