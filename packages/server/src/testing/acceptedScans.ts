import type { SlowQuery } from './queryPlans.ts'

/** Which queries may read or sort a whole list, by what they have in common, and why that stays small. */
type Accepted = Partial<Pick<SlowQuery, 'source' | 'collection' | 'problem'>> & { reason: string }

const READS_SHOP = 'reads everything of a shop'
const SORTS = 'sorts without an index'

const ACCEPTED_SCANS: readonly Accepted[] = [
  { collection: 'providers', reason: 'the shops of one server are few, and cached' },
  { collection: 'migrations', reason: 'one document for each migration' },
  { collection: 'servers', reason: 'one document for each running server' },
  { source: 'platform/db/rangeList.ts read', reason: 'what a shop sells is one file that its operator writes' },
  { collection: 'backgrounds', reason: 'the backgrounds of a shop are pictures in one folder' },
  { collection: 'pages', reason: 'the pages that a provider writes by hand' },
  {
    source: 'platform/deletions/collection.ts findDeletions',
    problem: READS_SHOP,
    reason: 'a restore repeats every deletion since the backup',
  },
  {
    source: 'features/access/codes.ts codesOfSubjects',
    problem: SORTS,
    reason: 'the codes of the given children: of a family, or of one job for its letters',
  },
  {
    source: 'features/access/codeRecovery.ts openSubjects',
    problem: SORTS,
    reason: 'the children of one address',
  },
  {
    source: 'platform/mail/mailMetrics.ts oldestAge',
    problem: SORTS,
    reason: 'only the emails in the queue, when monitoring asks',
  },
  { source: 'features/access/grants.ts', problem: SORTS, reason: 'the children of one customer' },
  {
    source: 'features/account/sessions/sessions.ts endSessions',
    problem: READS_SHOP,
    reason: 'signs out every customer of a shop',
  },
  {
    source: 'features/jobs/listJobs.ts listJobs',
    problem: READS_SHOP,
    reason: 'the list prints every job, in the order of its index',
  },
  {
    source: 'platform/tasks/forgetTasks.ts forgetTasks',
    problem: READS_SHOP,
    reason: 'jobs and people are deleted a few times in a year, and tasks some weeks after they have ended',
  },
  {
    source: 'features/jobs/jobsNamed.ts jobsNamed',
    problem: READS_SHOP,
    reason: 'the operator may write a name in any case, and there are some hundreds of jobs',
  },
  {
    source: 'features/support/command.ts list',
    problem: READS_SHOP,
    reason: 'the list prints every recording, and recordings expire',
  },
  {
    source: 'features/vouchers/uses.ts countUses',
    problem: READS_SHOP,
    reason: 'a report of the operator that counts every use',
  },
]

export function isAccepted(query: SlowQuery): boolean {
  return ACCEPTED_SCANS.some(
    ({ source, collection, problem }) =>
      (source ?? query.source) === query.source &&
      (collection ?? query.collection) === query.collection &&
      (problem ?? query.problem) === query.problem,
  )
}
