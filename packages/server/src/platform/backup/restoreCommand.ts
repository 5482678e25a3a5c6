import { resolve } from 'node:path'
import { LocalMongoError } from '@portraitkit/local-mongo/errors.ts'
import { CommandError, plain, runCommand } from '../command.ts'
import { RETENTION_DAYS, RETENTION_MS } from '../deletions/collection.ts'
import type { RunBeforeOpening } from '../feature.ts'
import type { WithheldThing } from '../withheldThing.ts'
import { type RestoreReport, restoreShop } from './restoreShop.ts'
import { BackupError } from './snapshots.ts'
import { damageText } from './texts.ts'

const USAGE = `Usage: ./portraitkit restore <folder>

Restores the newest snapshot of a backup folder, all of it or nothing. Then deletes again what was deleted after it, and
withholds again what families no longer saw. Every byte is compared on the way. Stop the server first: it cannot open the data until this is done.

  --snapshot <time>    another snapshot, by the beginning of its name, such as 2026-11-23
  --into <folder>      the data folder, by default DATA_DIR
  --replace            moves existing data aside, into a folder before-restore-… in it, and deletes nothing
  --deletions <file>   a further journal of deletions, such as one of DATA_DIR/deletions of a machine that is lost; may be
                       repeated
  --without-damaged    restores the rest if pictures are missing or damaged in the backup

The journals of all snapshots, of DATA_DIR, and of the data that is replaced, are found automatically. With MONGODB_URL restore
the database first, with MongoDB's own tools: this command restores everything else, and repeats the deletions there.

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = {
  snapshot: { type: 'string' },
  into: { type: 'string' },
  replace: { type: 'boolean' },
  deletions: { type: 'string', multiple: true },
  'without-damaged': { type: 'boolean' },
} as const

/** `./portraitkit restore`. Returns the exit code, see USAGE. */
export const restoreCommand: RunBeforeOpening = (argv, env, open) =>
  runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [folder, ...more] = positionals
    if (!folder || more.length > 0) throw new CommandError('Name one folder', 2)
    const target = values.into === undefined ? env : { ...env, dataDir: resolve(values.into) }
    try {
      const report = await restoreShop(target, open, {
        backup: resolve(folder),
        snapshot: values.snapshot,
        replace: values.replace ?? false,
        withoutDamaged: values['without-damaged'] ?? false,
        otherDataDir: env.dataDir,
        deletions: (values.deletions ?? []).map((file) => resolve(file)),
      })
      for (const line of reportLines(report, target.dataDir)) console.log(line)
      return 0
    } catch (error) {
      throw error instanceof BackupError || error instanceof LocalMongoError
        ? new CommandError(error.message, 1)
        : error
    }
  })

function reportLines(report: RestoreReport, dataDir: string): string[] {
  const { snapshot, damaged, aside, repeated, withheld, unknown, hasLaterJournal } = report
  const { made, database, blobs } = snapshot.manifest
  const isOld = Date.now() - new Date(made).getTime() > RETENTION_MS
  return [
    ...damaged.map((each) => `Left out: ${damageText(each)}`),
    `Restored ${snapshot.name} into ${dataDir}.`,
    database
      ? `  database   ${database.documents} documents in ${database.collections} collections`
      : '  database   as it is at MONGODB_URL',
    blobs
      ? `  pictures   ${blobs.count - damaged.length} files`
      : '  pictures   unchanged: the snapshot contains the database alone',
    `  deletions  ${repeated} made after the backup and repeated`,
    ...withheldLines(withheld),
    ...(aside ? [`The former data is in ${aside}. Delete it when you no longer need it.`] : []),
    ...(hasLaterJournal
      ? []
      : [
          `No journal of deletions after ${made} was found: what was deleted since then has been restored, and what was withheld is visible. If you have one, add it with --deletions.`,
        ]),
    ...(unknown.length > 0 ? [`Not repeated, because this version does not support it: ${unknown.join(', ')}.`] : []),
    ...(isOld
      ? [`The snapshot is older than ${RETENTION_DAYS} days: the earliest deletions after it are no longer recorded.`]
      : []),
  ]
}

/** What a restore has withheld again, by job, and what to do about it. */
function withheldLines(withheld: readonly WithheldThing[]): string[] {
  if (withheld.length === 0) return []
  const lines = [...Map.groupBy(withheld, ({ job }) => job)].map(([job, things]) => {
    const idsOf = (what: WithheldThing['what']) => [
      ...new Set(things.filter((each) => each.what === what).map(({ id }) => id)),
    ]
    const count = (what: WithheldThing['what'], many: string) => {
      const { length } = idsOf(what)
      return length === 0 ? [] : [`${length} ${length === 1 ? what : many}`]
    }
    const parts = [
      ...idsOf('job').map(() => 'the whole job'),
      ...idsOf('class').map((name) => `class ${name}`),
      ...count('picture', 'pictures'),
      ...count('person', 'people'),
      ...count('code', 'codes'),
      ...idsOf('purpose').map((purpose) => `whoever was not asked about ${purpose}`),
    ]
    return `  withheld   of ${plain(job)}: ${plain(parts.join(', '))}`
  })
  return [...lines, WHAT_TO_DO]
}

const WHAT_TO_DO = `Families did not see this any more when the data was lost, so it is withheld again. Make the corrections since the backup again, such as
whose a picture is. "jobs history <job>" lists the pictures and people, and "jobs undo" shows them again; "jobs publish" shows jobs and classes, and
"jobs give-code" says whose a code is.`
