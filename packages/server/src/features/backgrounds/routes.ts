import { type Background, backgrounds as contract } from '@portraitkit/core/backgrounds/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { grantedSubjects } from '../access/grants.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { findDeliveredSets, type Job } from '../jobs/collection.ts'
import { boughtFiles } from '../rights/collection.ts'
import { backgroundAddress, backgroundPage } from './backgroundPage.ts'
import { backgroundCollections, listBackgrounds, offeredBackgrounds } from './collection.ts'

export const backgrounds: Feature = {
  name: 'backgrounds',
  collections: backgroundCollections,
  pages: [backgroundPage],
  commands: [
    {
      name: 'backgrounds',
      usage: 'backgrounds list | import <folder>',
      summary: 'lists and imports the backgrounds for green-screen pictures',
      load: async () => (await import('./command.ts')).backgroundsCommand,
    },
  ],
  calls: bind(contract, {
    ofJob: async ({ jobUuid }, call) => {
      const set = (await customerSets(call)).find(({ job }) => job.uuid === jobUuid)
      if (!set) throw new Failure('picture-sets.unknown')
      return showBackgrounds(set.job, call)
    },

    ofPicture: async ({ uuid }, call) => {
      const { app, provider, customer } = call
      const set = (await customerSets(call)).find(({ pictures }) => pictures.some((each) => each.uuid === uuid))
      const picture = set?.pictures.find((each) => each.uuid === uuid)
      if (!set || !picture) throw new Failure('picture-sets.unknown')
      if (!picture.greenscreen) return []
      const { version = null } = picture
      const bought = (await boughtFiles(app, provider, customer.uuid)).get(uuid)?.includes(version) ?? false
      const seen = { uuid, version, subject: set.subject.uuid }
      return (await showBackgrounds(set.job, call)).map((background) => {
        const use = { use: 'plain', bought, background: background.uuid } as const
        return { ...background, plain: pictureAddresses(app, provider, customer.uuid, seen, use) }
      })
    },
  }),
}

/** The pictures of a withheld job must not be shown to the customer, but the job is known. */
async function customerSets({ app, provider, customer }: CallContext<'customer'>) {
  const subjects = await grantedSubjects(app, provider, customer.uuid)
  return findDeliveredSets(app, provider.key, subjects)
}

async function showBackgrounds(job: Job, { app, provider, language }: CallContext): Promise<Background[]> {
  const offered = offeredBackgrounds(await listBackgrounds(app, provider.key), job)
  return offered.backgrounds.map((background) => ({
    uuid: background.uuid,
    name: inLanguage(background.names, language),
    src: backgroundAddress(background),
    default: background === offered.default,
  }))
}
