import { content as contract } from '@portraitkit/core/content/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { contentCollections, findPage, policyOf } from './collection.ts'

export const content: Feature = {
  name: 'content',
  collections: contentCollections,
  commands: [
    {
      name: 'pages',
      usage: 'pages list | show <id> | apply <file> | delete <id>',
      summary: "lists a shop's own pages, shows, applies or deletes one",
      load: async () => (await import('./command.ts')).pagesCommand,
    },
  ],
  calls: bind(contract, {
    page: async ({ id }, { app, provider, language }) => {
      const modules = await findPage(app, provider, id, language)
      if (!modules) throw new Failure('content.unknown')
      return { modules }
    },

    privacyPolicy: async (_input, { provider, language }) => {
      const privacyPolicy = policyOf(provider, language)
      if (!privacyPolicy) throw new Failure('content.no_policy')
      return { data: { privacyPolicy } }
    },
  }),
}
