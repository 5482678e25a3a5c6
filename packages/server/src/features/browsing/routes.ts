import { browsing as contract } from '@portraitkit/core/browsing/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { newestTemplates } from '../template/collection.ts'
import { browsingCollections, categories } from './collection.ts'
import { listCategories } from './list.ts'
import { listPromoted } from './promoted.ts'

export const browsing: Feature = {
  name: 'browsing',
  collections: browsingCollections,
  calls: bind(contract, {
    categories: async ({ lang, subject }, call) => {
      const isSpoken = call.provider.languages.some(({ long }) => long === lang)
      return { categories: await listCategories(lang && isSpoken ? { ...call, language: lang } : call, subject) }
    },

    promoted: ({ subject }, call) => listPromoted(subject, call),

    photogiftCategory: async ({ category }, { app, provider }) => {
      const [found, gifts] = await Promise.all([
        categories.find(app, provider.key, category),
        newestTemplates(app, provider.key, 'PHOTOGIFT'),
      ])
      if (!found) throw new Failure('browsing.unknown_category')
      const inHere = gifts.filter(({ categories }) => categories.includes(category))
      return {
        names: found.titles,
        userImagePreviews: found.userImagePreviews ?? true,
        separateFromBackground: inHere.some(({ gift }) => gift !== undefined),
      }
    },
  }),
}
