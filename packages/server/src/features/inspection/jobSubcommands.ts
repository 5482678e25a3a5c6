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
    about: `"inspection" offers a package of printed pictures to look at, of the list "inspections" of what the shop sells, to whose parents
say yes by the end of that day; "inspections" lists them.`,
    options: [
      '  --until <day>      the last day to say yes to a package for inspection, such as 2026-11-30',
      '  --package <key>    which package; not needed where the shop has only one',
      '  --none             offers none any more; who has said yes keeps it',
    ],
  },
  options: { provider: TEXT, year: TEXT, until: TEXT, package: TEXT, none: { type: 'boolean' } },
  run: async ({ values, positionals: [, named, ...more] }, app) => {
    if (more.length > 0) throw new CommandError(`Too much: ${more.join(' ')}; a name of several words needs quotes`, 2)
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
    console.log(`${about} offers no package for inspection any more.`)
    return
  }
  if (until === undefined) throw new CommandError('Say until when with --until, or --none', 2)
  const day = readDay(until)
  if (!day) throw new CommandError(`--until: "${until}" is no day such as 2026-11-30`, 2)
  const offered = await offerWithJob(app, provider, job.uuid, { package: named, until: day })
  if ('offered' in offered) {
    console.log(
      `${about} offers "${plain(offered.offered)}" for inspection until the end of ${until}. It is sent to nobody who does not ask for it.`,
    )
    return
  }
  if (offered.choice.length === 0)
    throw new CommandError('The shop has no "inspections" in what it sells; see "provider apply"', 1)
  throw new CommandError(`Name a package with --package: ${offered.choice.join(', ')}`, 2)
}
