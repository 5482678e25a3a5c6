import type { App } from '../../platform/app.ts'
import { CommandError, plain, subcommands } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job } from '../jobs/collection.ts'
import { readDay } from '../jobs/days.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { offerWithJob, stopOffering } from './offerWithJob.ts'

const TEXT = { type: 'string' } as const

/** `./portraitkit jobs inspection`. */
export const jobSubcommands = subcommands({
  words: ['inspection'],
  help: {
    lines: ['jobs inspection <job> --until <day> [--package <key>] | --none'],
    about: `"inspection" offers parents a package of printed pictures to look at, from the list "inspections" of what the shop sells. Parents
can agree until the end of that day; "inspections" lists those who did.`,
    options: [
      '  --until <day>      the last day to agree to a package for inspection, such as 2026-11-30',
      '  --package <key>    which package; optional if the shop has only one',
      '  --none             ends the offer; parents who have agreed still get the package',
    ],
  },
  options: { provider: TEXT, year: TEXT, until: TEXT, package: TEXT, none: { type: 'boolean' } },
  run: async ({ values, positionals: [, named, ...more] }, app) => {
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    await offer(app, provider, job, values)
  },
})

type OfferOptions = { until?: string | undefined; package?: string | undefined; none?: boolean | undefined }

async function offer(
  app: App,
  provider: Provider,
  job: Job,
  { until, package: named, none }: OfferOptions,
): Promise<void> {
  const about = `"${plain(job.name)}" (${job.year})`
  if (none) {
    await stopOffering(app, provider, job.uuid)
    console.log(`${about} no longer offers a package for inspection.`)
    return
  }
  if (until === undefined) throw new CommandError('Give the last day with --until, or --none', 2)
  const day = readDay(until)
  if (!day) throw new CommandError(`--until: "${until}" is not a date such as 2026-11-30`, 2)
  const offered = await offerWithJob(app, provider, job.uuid, { package: named, until: day })
  if ('offered' in offered) {
    console.log(
      `${about} offers "${plain(offered.offered)}" for inspection until the end of ${until}. It is sent only to parents who ask for it.`,
    )
    return
  }
  if (offered.choice.length === 0) throw new CommandError('The shop sells no "inspections"; see "provider apply"', 1)
  throw new CommandError(`Name a package with --package: ${offered.choice.join(', ')}`, 2)
}
