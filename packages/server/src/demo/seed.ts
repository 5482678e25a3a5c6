import { join } from 'node:path'
import { subjectsOfCode } from '../features/access/codes.ts'
import { grantSubjects } from '../features/access/grants.ts'
import { createCustomer } from '../features/account/collection.ts'
import { importJob } from '../features/imports/importJob.ts'
import { warningLine } from '../features/imports/importReport.ts'
import { jobsOf } from '../features/jobs/collection.ts'
import { offerInspection } from '../features/jobs/offerInspection.ts'
import type { App } from '../platform/app.ts'
import { saveProvider } from '../platform/provider/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import { seedBackgrounds } from './backgrounds.ts'
import { seedCategories } from './categories.ts'
import { type DemoJob, demoJobs, drawingsOf, layOutJob } from './jobs.ts'
import { seedOffers } from './offers.ts'
import { seedOrder } from './order.ts'
import { seedPages } from './pages.ts'
import { demoProviders } from './providers.ts'
import { seedRetake } from './retake.ts'
import { seedTemplates } from './templates/seedTemplates.ts'

/** The first thing to type, for the terminal: the code and what it opens. */
export const DEMO_CODES = [
  ['MAPLE7', 'Brightside: Emma Carter, 4B, with a sibling and a class picture'],
  ['CEDAR4', 'Brightside: Noah Carter, 2A'],
  ['BIRCH9', 'Brightside: Liam Diaz, football, green screen'],
  ['ASPEN2', 'Brightside: Ruby Sullivan, archived'],
  ['WILLOW3', 'Brightside: Mila Hughes, pictures not ready yet'],
  ['FJORD5', 'Nordlys: Ingrid Solberg, 5A'],
  ['BREEN8', 'Nordlys: Jonas Breivik, 5A'],
] as const

const EMAIL = 'demo@example.com'
const PASSWORD = 'portrait-demo'
export const DEMO_CUSTOMER = [EMAIL, `password ${PASSWORD}, at Brightside`] as const

/**
 * Fills an empty shop with the demo world: two providers, their cards, their jobs (drawn as folders of photographs and imported
 * by the same importer as real ones), and a customer. `onProgress` is called with fractions of 1.
 */
export async function seedDemo(app: App, onProgress: (done: number) => void = () => {}): Promise<void> {
  const pagePort = Number(process.env.PLAIN_PORT || 4100)
  const providers = await demoProviders({ port: app.env.port, pagePort, now: app.clock() })
  for (const provider of providers) await saveProvider(app, provider)
  for (const { key } of providers) await seedTemplates(app, key)
  await Promise.all(providers.map(({ key }) => seedCategories(app, key)))
  await Promise.all(providers.map(({ key }) => seedOffers(app, key)))
  await Promise.all(providers.map((provider) => seedBackgrounds(app, provider)))
  await seedPages(app)
  const jobs = demoJobs(app.clock())
  const total = jobs.reduce((sum, job) => sum + 2 * drawingsOf(job).length, 0)
  let done = 0
  const step = () => onProgress(++done / total)
  for (const job of jobs) {
    const provider = providers.find(({ key }) => key === job.provider) as Provider
    await importDemoJob(app, provider, job, step)
  }
  await seedCustomer(app, providers.find(({ key }) => key === 'brightside') as Provider)
}

async function importDemoJob(app: App, provider: Provider, job: DemoJob, step: () => void): Promise<void> {
  const folder = await layOutJob(join(app.env.dataDir, 'demo-import'), job, step)
  const report = await importJob(app, {
    folder,
    provider,
    job: job.name,
    options: { ready: true, ...job.options },
    greenscreen: job.greenscreen ?? false,
    onProgress: step,
  })
  const [problem] = report.problems
  if (problem) throw new Error(`The demo job "${job.name}" is incomplete: ${warningLine(problem)}`)
  const { inspection = null } = job
  const made = inspection && (await jobsOf(app, provider.key).findOne({ name: job.name }))
  if (made) await offerInspection(app, provider.key, made.uuid, inspection)
}

async function seedCustomer(app: App, provider: Provider): Promise<void> {
  const customer = await createCustomer(app, provider, {
    email: EMAIL,
    password: PASSWORD,
    mobile: '+16175550123',
    acceptMail: true,
    language: 'en',
    addressProved: app.clock(),
    name: 'Jordan Carter',
    address: { address: '27 Juniper Lane', address2: '', postalCode: '02139', city: 'Cambridge', state: 'MA' },
  })
  if (!customer) return
  const subjects = await subjectsOfCode(app, provider, 'CEDAR4')
  await grantSubjects(app, provider, customer._id, subjects)
  await seedRetake(app, provider, await seedOrder(app, provider, customer, subjects[0] as string))
}
