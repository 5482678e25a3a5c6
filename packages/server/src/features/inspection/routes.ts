import type { InspectionSubject } from '@portraitkit/core/account/profile/inspectionSubject.ts'
import { inspections as contract } from '@portraitkit/core/inspection/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { grantedSubjects } from '../access/grants.ts'
import { type DeliveredSet, findDeliveredSets, findJobs } from '../jobs/collection.ts'
import {
  type Agreement,
  findInspections,
  forgetInspections,
  inspectionCollections,
  mergeInspections,
  saveAgreement,
  saveCancellation,
} from './collection.ts'
import { addressOf, isClosed, offerOf, stateOf, withoutRevoked } from './offer.ts'
import { inspectionPersonalData } from './personalData.ts'

type Call = CallContext<'customer'>

/** Packages of printed pictures that are sent home for inspection, never without a parent's agreement. */
export const inspection: Feature = {
  name: 'inspection',
  collections: inspectionCollections,
  profileData: async (call) => ({ packageForInspectionSubjects: await inspectionSubjects(call) }),
  personalData: inspectionPersonalData,
  forgetSubjects: forgetInspections,
  mergeSubjects: mergeInspections,
  commands: [
    {
      name: 'inspections',
      usage: 'inspections <job>',
      summary: 'lists who gets a package of printed pictures for inspection',
      load: async () => (await import('./command.ts')).inspectionsCommand,
    },
  ],
  subcommands: [
    {
      of: 'jobs',
      usage: 'inspection <job>',
      summary: "offers a job's pictures as prints for inspection",
      load: async () => (await import('./jobSubcommands.ts')).jobSubcommands,
    },
  ],
  calls: bind(contract, {
    get: async ({ subjectUuid }, call) => stateOf(call, await ownSet(call, subjectUuid)),

    agree: async ({ subjectUuid, terms }, call) => {
      const set = await ownSet(call, subjectUuid)
      await agree(call, set, terms)
      return stateOf(call, set)
    },

    cancel: async ({ subjects }, call) => {
      await changeAgreements(call, subjects)
      return { subjects: await inspectionSubjects(call) }
    },
  }),
}

async function ownSet({ app, provider, customer }: Call, subject: string): Promise<DeliveredSet> {
  const granted = await grantedSubjects(app, provider, customer.uuid)
  const [set] = granted.includes(subject) ? await findDeliveredSets(app, provider.key, [subject]) : []
  if (!set) throw new Failure('picture-sets.unknown')
  return set
}

/** Stores who has agreed, when, to which words and price. Throws if these differ from the current offer. */
async function agree(call: Call, { job, subject, pictures }: DeliveredSet, terms: string): Promise<void> {
  const { app, provider, customer, language, now } = call
  // reads the current state: the process's cached job may be two seconds old
  const [current = job] = await findJobs(app, provider.key, [job.uuid])
  const offer = await offerOf(app, provider, current, language)
  if (!offer || pictures.length === 0) throw new Failure('inspection.none')
  if (isClosed(current, provider, now)) throw new Failure('inspection.over')
  if (offer.terms !== terms) throw new Failure('inspection.changed')
  if (!(await addressOf(call))) throw new Failure('inspection.address')
  const { until: _until, ...words } = offer
  const agreed: Agreement = { customer: customer.uuid, at: now, language, ...words }
  await saveAgreement(app, provider.key, { subject: subject.uuid, job: job.uuid }, agreed)
}

/** The caller's subjects with an agreement, and the data on each. */
async function listAgreements({ app, provider, customer, now }: Call) {
  const granted = await grantedSubjects(app, provider, customer.uuid)
  const all = await findInspections(app, provider.key, granted)
  if (all.length === 0) return []
  const subjects = all.map(({ subject }) => subject)
  const [going, sets] = await Promise.all([
    withoutRevoked(app, provider, all),
    findDeliveredSets(app, provider.key, subjects),
  ])
  const jobs = await findJobs(
    app,
    provider.key,
    sets.map(({ job }) => job.uuid),
  )
  return granted.flatMap((uuid) => {
    const inspection = all.find(({ subject }) => subject === uuid)
    const set = sets.find(({ subject }) => subject.uuid === uuid)
    const job = jobs.find((each) => each.uuid === set?.job.uuid)
    if (!inspection || !set || !job) return []
    return [{ inspection, set, enabled: going.includes(inspection), fixed: isClosed(job, provider, now) }]
  })
}

/** 001 §4: the caller's subjects with an agreement, current or cancelled. */
async function inspectionSubjects(call: Call): Promise<InspectionSubject[]> {
  return (await listAgreements(call)).map(({ set: { subject, job }, enabled, fixed }) => ({
    uuid: subject.uuid,
    name: subject.name,
    enabled,
    detail: `${job.year}, ${job.name}`,
    ...(fixed && { isFixed: true }),
  }))
}

/** Applies all changes, or none if one is impossible. Only a parent, never an operator, may renew a cancelled agreement. */
async function changeAgreements(call: Call, requests: readonly InspectionSubject[]): Promise<void> {
  const { app, provider, customer, now } = call
  const known = await listAgreements(call)
  const changes = requests.flatMap(({ uuid, enabled }) => {
    const found = known.find(({ set }) => set.subject.uuid === uuid)
    if (!found) throw new Failure('inspection.unknown_subject')
    return found.enabled === enabled ? [] : [{ ...found, isWanted: enabled }]
  })
  if (changes.some(({ fixed }) => fixed)) throw new Failure('inspection.over')
  const again = changes.filter((each) => each.isWanted)
  if (again.length > 0 && customer.isSimulated) throw new Failure('session.simulated')
  if (again.length > 0 && !(await addressOf(call))) throw new Failure('inspection.address')
  for (const { set, inspection } of again) {
    const { agreed } = inspection
    const offer = await offerOf(app, provider, set.job, agreed.language)
    if (offer?.terms !== agreed.terms) throw new Failure('inspection.changed')
  }
  for (const { set, inspection, isWanted: enabled } of changes) {
    const subject = set.subject.uuid
    const by = { customer: customer.uuid, at: now }
    if (enabled) {
      const of = { subject, job: set.job.uuid }
      await saveAgreement(app, provider.key, of, { ...inspection.agreed, ...by })
    } else await saveCancellation(app, provider.key, subject, by)
  }
}
