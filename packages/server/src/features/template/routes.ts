import { templates as contract, type SentTemplate } from '@portraitkit/core/template/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { isGranted } from '../access/grants.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { assetPage } from './assets.ts'
import { calendarFor } from './calendarWordsOf.ts'
import { templateCollections, templateOf } from './collection.ts'
import { fontPages } from './fonts/fontPages.ts'
import { schemaPage } from './jsonSchema.ts'
import { canFill, listTemplates, type TypeWord } from './listTemplates.ts'
import { previewPage } from './preview.ts'
import { scenesFor } from './scenes/scenes.ts'

export const template: Feature = {
  name: 'template',
  collections: templateCollections,
  pages: [...fontPages, assetPage, previewPage, schemaPage],
  commands: [
    {
      name: 'templates',
      usage: 'templates check <folder> | import <folder> | list',
      summary: 'checks, imports and lists templates of cards, calendars and gifts',
      load: async () => (await import('./command.ts')).templatesCommand,
    },
  ],
  calls: bind(contract, {
    cardCategories: async (_input, call) => {
      const cards = await listTemplates('cards', call)
      const categories = [...new Set(cards.flatMap(({ categories }) => categories))]
      return { categories, defaultCategory: categories[0] ?? null }
    },

    list: ({ type }, call) => listTemplates(type, call),

    listByCategory: ({ type, category }, call) => listTemplates(type, call, categoryFilter(type, category)),

    listForSubject: async ({ type, category, subjectUuid }, call) => {
      const { app, provider, customer } = call
      const granted = await isGranted(app, provider, customer.uuid, subjectUuid)
      const [set] = granted ? await findDeliveredSets(app, provider.key, [subjectUuid]) : []
      if (!set) throw new Failure('picture-sets.unknown')
      return listTemplates(type, call, (each) => categoryFilter(type, category)(each) && canFill(each, set.pictures))
    },

    byUuid: ({ uuid }, call) => sentTemplate(call, uuid),
    byUuidAndVersion: ({ uuid, version }, call) => sentTemplate(call, uuid, Number(version)),

    scenes: async ({ scenes }, call) => ({ scenes: await scenesFor(scenes, call) }),
  }),
}

// 001 §2.1: the overview leads to `photogifts` of the type photogifts, which is all of them
const categoryFilter = (type: TypeWord, category: string) => (definition: TemplateDefinition) =>
  category === type || definition.categories.includes(category)

async function sentTemplate(
  { app, provider, language }: CallContext,
  uuid: string,
  version?: number,
): Promise<SentTemplate> {
  const found = await templateOf(app, provider.key, uuid, version)
  if (!found) throw new Failure('template.unknown')
  const calendar = calendarFor(found, provider, language)
  return calendar ? { ...found, calendar } : found
}
