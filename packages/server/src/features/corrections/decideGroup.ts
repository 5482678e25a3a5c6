import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import type { PictureDecision } from '../jobs/picture.ts'
import { decidePicture, listWithheldPictures, type WithheldPicture } from '../jobs/pictures/decidePicture.ts'
import { objectionText } from '../jobs/pictures/objectionText.ts'
import { requirePicture } from '../jobs/pictures/requirePicture.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { printExposureCount } from '../jobs/subjects/printExposureCount.ts'
import { recordCorrection } from './recordCorrection.ts'

type Values = { reason?: string | undefined; operator?: string | undefined }

const TEXT = { type: 'string' } as const

export const decideSubcommands = subcommands({
  words: ['decide-group'],
  help: {
    lines: ['jobs decide-group <job> [<picture> release --reason <text> | hide | reopen]'],
    about: `"decide-group" lists the pictures that are withheld because of somebody in them; "release" shows one despite those who object now,
"hide" hides one from everybody, "reopen" forgets the decision. <picture> is a uuid or a file name. Each is in the history of the job, and
"jobs undo" reverses it.`,
    options: ['  --reason <text>    decide-group: the reason, for your own records'],
  },
  options: { provider: TEXT, year: TEXT, reason: TEXT, operator: TEXT },
  run: async ({ values, positionals: [, named, ...args] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const [picture, word, ...more] = args
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    await decideGroup(app, job, picture, word, values)
  },
})

/** `./portraitkit jobs decide-group`: lists what is to decide, or decides about one picture. */
async function decideGroup(
  app: App,
  job: Job,
  named: string | undefined,
  word: string | undefined,
  { reason, operator }: Values,
): Promise<void> {
  if (named === undefined) return await listUndecided(app, job)
  const is = DECISIONS[word ?? '']
  if (is === undefined) throw new CommandError('Give the decision: release, hide or reopen', 2)
  if (is === 'released' && !reason?.trim()) throw new CommandError('A release needs its reason: --reason <text>', 2)
  const picture = await requirePicture(app, job, named)
  const by = readOperator(operator)
  const history = recordCorrection(app, job, { command: 'decide-group', by })
  const { outcome } = await decidePicture(
    app,
    job,
    picture.uuid,
    is && { is, reason: reason?.trim() || null, by },
    (seen, made) => history.recordFields(seen, made),
  )
  const what = `"${plain(picture.fileName)}"`
  if (outcome === 'unknown') throw new CommandError(`${what} no longer exists`, 1)
  if (outcome === 'own')
    throw new CommandError(`${what} is of one person, whose own answer decides: see "jobs consent"`, 1)
  console.log(
    outcome === 'same' ? `${what} was decided like that before. Nothing was changed.` : DONE[String(is)]?.(what),
  )
  const number = await history.number()
  if (number === null) return
  console.log(`Number ${number} of the history; "jobs undo" reverses it.`)
  await printExposureCount(app, job, number)
}

const DECISIONS: Record<string, PictureDecision['is'] | null> = { release: 'released', hide: 'hidden', reopen: null }
const DONE: Record<string, (what: string) => string> = {
  released: (what) => `${what} is shown despite those who object now. Whoever objects later withholds it again.`,
  hidden: (what) => `${what} is hidden from everybody. "orders withheld" lists the orders with it.`,
  null: (what) => `The decision about ${what} is forgotten.`,
}

async function listUndecided(app: App, job: Job): Promise<void> {
  const withheld = await listWithheldPictures(app, job)
  const subjects = withheld.flatMap(({ objections }) => objections.map(({ subject }) => subject))
  const people = await subjectsOf(app, job.provider)
    .find({ uuid: { $in: [...new Set(subjects)] } }, { projection: { uuid: 1, name: 1, group: 1 } })
    .toArray()
  const names = new Map(people.map(({ uuid, name, group }) => [uuid, `${plain(name)} (${plain(group)})`]))
  for (const each of withheld) console.log(lineOf(each, names))
  console.log(withheld.length === 1 ? '1 picture is withheld.' : `${withheld.length} pictures are withheld.`)
}

function lineOf({ picture, isOfSeveral, objections }: WithheldPicture, names: ReadonlyMap<string, string>): string {
  const { uuid, fileName, assignment, decision } = picture
  const of =
    assignment.to === 'groups' ? `class picture of ${plain(assignment.groups.join(', '))}` : 'picture of several'
  const state = picture.hidden
    ? 'hidden by hand'
    : decision?.is === 'hidden'
      ? 'hidden'
      : isOfSeveral
        ? 'to decide'
        : 'withheld'
  const who = objections.map((each) => `${names.get(each.subject) ?? each.subject}: ${objectionText(each)}`)
  return [uuid, plain(fileName), isOfSeveral ? of : 'own picture', state, ...who].join('  ')
}
