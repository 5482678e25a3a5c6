import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import type { Assignment, Picture } from '../jobs/picture.ts'
import type { WithheldPicture } from '../jobs/pictures/decidePicture.ts'
import { objectionText } from '../jobs/pictures/objectionText.ts'
import { requirePicture } from '../jobs/pictures/requirePicture.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { printExposureCount } from '../jobs/subjects/printExposureCount.ts'
import { requireGroup, requireSubject } from '../jobs/subjects/requireSubject.ts'
import {
  correctPictures,
  listPictures,
  type PictureCorrection,
  type PictureFilter,
  subjectsByUuid,
} from './correctPictures.ts'
import { hideOrShow } from './hideOrShow.ts'
import { listHistory } from './history.ts'
import { historyNumber, requireHistoryNumber } from './historyNumber.ts'
import { historyLine } from './historyText.ts'
import { printExposure } from './printExposure.ts'
import { replaceByFile } from './replaceByFile.ts'
import { UNDO_DAYS, undoCorrection } from './undoCorrection.ts'

const PAGE = 50

const TEXT = { type: 'string' } as const
const LIST = { type: 'string', multiple: true } as const

/** `./portraitkit jobs pictures`, `jobs history` and `jobs undo`. */
export const correctionSubcommands = subcommands({
  words: ['pictures', 'history', 'undo', 'exposure'],
  help: {
    lines: [
      'jobs pictures <job> [--of <person> | --unmatched | --rejected | --groups | --hidden]',
      'jobs pictures <job> move <picture> … --to <person> | --to-group <group> | --to-nobody',
      'jobs pictures <job> add <picture> … --to <person>',
      'jobs pictures <job> reject <picture> …',
      'jobs pictures <job> hide <picture> … [--reason <text>] | show <picture> …',
      'jobs pictures <job> replace <picture> <file>',
      'jobs history <job>',
      'jobs undo <job> <number>',
      'jobs exposure <job> <number> | --of <person> | --class <class> | --picture <picture>',
    ],
    about: `"pictures" lists the pictures of a job and whose they are, or changes it: "move" takes them from everybody else, "add" leaves them
to those who have them, too, and a rejected picture is nobody's, whatever a later import says. A picture is named by its file name or
uuid, a person by key, uuid or whole name. Whoever loses a picture does not see it from the next second on; what was ordered stays
as it was ordered. "hide" shows a picture to nobody who has not paid for it, such as for closed eyes, and leaves whose it is; "show" shows it
again. "replace" gives a picture another file of the same size, such as a retouched one, and leaves whose it is: families see the new one, what
was ordered is made from the earlier one.
"history" lists what was changed, by whom and when; "undo" reverses one of these changes, for ${UNDO_DAYS} days, unless a later one concerns the
same pictures or people; a code that was ended stays so. "exposure" lists who could see the pictures that a change took from somebody: the accounts and shares of the wrong
set, and what they downloaded or ordered while it had them; or, without a change, who could ever see a person, a class or a picture.`,
    options: [
      '  --of, --unmatched, --rejected, --groups, --hidden   list only these pictures',
      '  --to <person>          may be repeated: a sibling picture is of several',
      '  --after <uuid>, --before <number>   the next page of a list',
    ],
  },
  options: {
    provider: TEXT,
    year: TEXT,
    of: TEXT,
    class: TEXT,
    picture: TEXT,
    unmatched: { type: 'boolean' },
    rejected: { type: 'boolean' },
    groups: { type: 'boolean' },
    hidden: { type: 'boolean' },
    reason: TEXT,
    to: LIST,
    'to-group': LIST,
    'to-nobody': { type: 'boolean' },
    after: TEXT,
    before: TEXT,
    operator: TEXT,
  },
  run: async ({ values, positionals: [what, named, ...rest] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    if (what === 'history') return printHistory(app, job, values, rest)
    if (what === 'exposure') return printExposure(app, job, values, rest)
    if (what === 'undo') return undo(app, job, values, rest)
    const [action, ...pictures] = rest
    if (action === undefined) return printPictures(app, job, values)
    await correct(app, job, action, pictures, values)
  },
})

type Values = {
  of?: string
  class?: string
  picture?: string
  unmatched?: boolean
  rejected?: boolean
  groups?: boolean
  hidden?: boolean
  reason?: string
  to?: string[]
  'to-group'?: string[]
  'to-nobody'?: boolean
  after?: string
  before?: string
  operator?: string
}

async function printPictures(app: App, job: Job, values: Values): Promise<void> {
  const filter = await filterOf(app, job, values)
  const page = { limit: PAGE, ...(values.after !== undefined && { after: values.after }) }
  const pictures = await listPictures(app, job, filter, page)
  const people = await subjectsByUuid(
    app,
    job,
    pictures.flatMap(({ assignment }) => uuidsOf(assignment)),
  )
  for (const { uuid, fileName, assignment, hidden, version } of pictures) {
    const { why, by, at } = assignment
    const source = [
      `by ${why}`,
      ...(by === null ? [] : [by]),
      at.toISOString().slice(0, 10),
      ...(version ? ['replaced'] : []),
      ...(hidden ? ['hidden'] : []),
    ].join(', ')
    console.log(`${uuid}  ${plain(fileName)}  ${plain(ownersText(assignment, people))}  (${plain(source)})`)
  }
  if (pictures.length < PAGE) console.log(`${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}.`)
  else console.log(`More with --after ${pictures.at(-1)?.uuid}`)
}

async function filterOf(app: App, job: Job, values: Values): Promise<PictureFilter> {
  const kinds = (['unmatched', 'rejected', 'groups', 'hidden'] as const).filter((kind) => values[kind])
  if (kinds.length + (values.of === undefined ? 0 : 1) > 1)
    throw new CommandError('--of, --unmatched, --rejected, --groups and --hidden exclude each other', 2)
  if (values.of !== undefined) return { subject: await requireSubject(app, job, values.of) }
  if (kinds[0] === 'hidden') return { isHidden: true }
  return kinds[0] ? { to: kinds[0] } : {}
}

async function correct(app: App, job: Job, action: string, names: readonly string[], values: Values): Promise<void> {
  const isHiding = action === 'hide' || action === 'show'
  if (values.reason !== undefined && action !== 'hide') throw new CommandError('--reason is an option of hide', 2)
  if (action === 'replace') return replaceByFile(app, job, names, values)
  const correction = isHiding ? null : await readCorrection(app, job, action, values)
  if (names.length === 0) throw new CommandError('Name at least one picture', 2)
  const pictures: Picture[] = []
  for (const name of names) pictures.push(await requirePicture(app, job, name))
  if (correction?.command === 'add') for (const picture of pictures) requireNotOfGroups(picture)
  if (!correction) return hideOrShow(app, job, action as 'hide' | 'show', pictures, values)
  const by = readOperator(values.operator)
  const { number, changed, withheld } = await correctPictures(app, job, pictures, correction, by)
  const objectors = withheld.flatMap(({ objections }) => objections.map(({ subject }) => subject))
  const uuids = [...changed.flatMap(({ before, after }) => [...uuidsOf(before), ...uuidsOf(after)]), ...objectors]
  const people = await subjectsByUuid(app, job, uuids)
  for (const { picture, before, after } of changed) {
    console.log(
      `${plain(picture.fileName)}: ${plain(ownersText(before, people))} → ${plain(ownersText(after, people))}`,
    )
  }
  for (const each of withheld) console.log(withheldText(each, people))
  if (number === null) console.log('Nothing changed: they were so already.')
  else {
    console.log(`Number ${number} of the history; "jobs undo" reverses it.`)
    await printExposureCount(app, job, number)
  }
}

/** It would be taken from the whole group, and with that from the objections of everybody in it. */
function requireNotOfGroups({ fileName, assignment }: Picture): void {
  if (assignment.to !== 'groups') return
  throw new CommandError(
    `${fileName} is a picture of the group ${assignment.groups.join(' and ')}, which all of it see: nobody can be added. "move" makes it somebody's own`,
    1,
  )
}

async function readCorrection(app: App, job: Job, action: string, values: Values): Promise<PictureCorrection> {
  const { to = [], 'to-group': groups = [], 'to-nobody': isToNobody = false } = values
  const targets = [to.length > 0, groups.length > 0, isToNobody].filter(Boolean).length
  if (action === 'reject') {
    if (targets > 0) throw new CommandError('A rejected picture is nobody’s: leave out --to', 2)
    return { command: 'reject' }
  }
  if (action !== 'move' && action !== 'add') throw new CommandError(`There is no "jobs pictures … ${action}"`, 2)
  if (targets !== 1)
    throw new CommandError('Say whose the pictures are with one of --to, --to-group and --to-nobody', 2)
  if (action === 'add' && to.length === 0) throw new CommandError('"add" needs --to', 2)
  const subjects: Subject[] = []
  for (const name of to) subjects.push(await requireSubject(app, job, name))
  if (action === 'add') return { command: 'add', subjects }
  if (isToNobody) return { command: 'move', owners: { to: 'unmatched' } }
  if (to.length > 0) return { command: 'move', owners: { to: 'subjects', subjects } }
  return {
    command: 'move',
    owners: { to: 'groups', groups: await Promise.all(groups.map((name) => requireGroup(app, job, name))) },
  }
}

async function printHistory(app: App, job: Job, { before }: Values, rest: readonly string[]): Promise<void> {
  if (rest.length > 0) throw new CommandError(`Too many arguments: ${rest.join(' ')}`, 2)
  const page = { limit: PAGE, ...(before !== undefined && { before: requireHistoryNumber(before) }) }
  const entries = await listHistory(app, job, page)
  for (const entry of entries) console.log(historyLine(entry))
  if (entries.length === PAGE) console.log(`More with --before ${entries.at(-1)?.number}`)
  else if (entries.length === 0) console.log('Nothing was changed in this job yet.')
}

async function undo(app: App, job: Job, { operator }: Values, rest: readonly string[]): Promise<void> {
  const number = historyNumber(rest)
  const undone = await undoCorrection(app, job, number, readOperator(operator))
  switch (undone.outcome) {
    case 'undone':
      if (undone.number === null)
        return console.log(`Number ${number} had changed nothing that is still as it left it.`)
      console.log(`Number ${number} is undone: ${undoneText(undone)} as before. This is number ${undone.number}.`)
      if (undone.released.length > 0) console.log(releasedText(undone.released))
      if (undone.unpublished.length > 0)
        console.log(
          `Unpublished with ${undone.unpublished.map(plain).join(' and ')}, and so still: "jobs publish" with --subject shows their pictures.`,
        )
      for (const name of undone.newCodes) console.log(newCodeText(name))
      return printExposureCount(app, job, undone.number)
    case 'unknown':
      throw new CommandError(`The history of "${plain(job.name)}" has no number ${number}`, 1)
    case 'too old':
      throw new CommandError(`Number ${number} is more than ${UNDO_DAYS} days old and can no longer be undone`, 1)
    case 'ended code':
      throw new CommandError(
        `Nothing was undone: number ${number} ended a code that may be in anybody's hands, and it stays ended. "jobs new-code" gives another new one`,
        1,
      )
    case 'of the job':
      throw new CommandError(
        `Nothing was undone: number ${number} is about a class or the whole job. "jobs publish" or "jobs not-asked" reverses it`,
        1,
      )
    case 'importing':
      throw new CommandError(
        'Nothing was undone: an import into this job is not complete yet, and a server continues it. "./portraitkit tasks" shows it, and cancels it',
        1,
      )
    case 'merge again':
      throw new CommandError(`Number ${number} has separated two people: "jobs merge" makes them one again`, 1)
    case 'undone before':
      throw new CommandError(`Number ${number} was undone by number ${undone.by} already`, 1)
    case 'changed later':
      throw new CommandError(
        `Nothing was undone, because ${undone.people.length > 0 ? 'people' : 'pictures'} were changed later: ${[...undone.people, ...undone.pictures].map(plain).join(', ')}. Undo these changes first`,
        1,
      )
  }
}

const newCodeText = (name: string) =>
  `By what is undone, the code of ${plain(name)} was emailed to an address of another family, or of an account that was deleted since: it opens nothing any more, nor does what was entered by it since. "jobs letters" has the new one.`

function releasedText(files: readonly string[]): string {
  const isOne = files.length === 1
  const which = isOne
    ? 'One picture came while they were one, and is'
    : `${files.length} pictures came while they were one, and are`
  const names = files.map(plain).join(', ')
  return `${which} nobody’s now, because nothing says whom ${isOne ? 'it shows' : 'they show'}: ${names}. "jobs pictures … move" gives it to that person`
}

function undoneText({ pictures, people }: { pictures: number; people: number }): string {
  if (people > 0) return people === 1 ? '1 person is' : `${people} people are`
  return pictures === 1 ? '1 picture is' : `${pictures} pictures are`
}

const uuidsOf = (assignment: Assignment) =>
  assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : []

function withheldText({ picture, isOfSeveral, objections }: WithheldPicture, people: ReadonlyMap<string, Subject>) {
  const who = objections.map(
    (each) => `${people.get(each.subject)?.name ?? 'somebody deleted'} (${objectionText(each)})`,
  )
  const because = who.length > 0 ? `, because of ${plain(who.join(' and '))}` : ', because it is hidden'
  const next = isOfSeveral && !picture.hidden ? '. "jobs decide-group" decides about it' : ''
  return `Note: nobody sees ${plain(picture.fileName)} now${because}${next}.`
}

function ownersText(assignment: Assignment, people: ReadonlyMap<string, Subject>): string {
  if (assignment.to === 'groups') return `group ${assignment.groups.join(' and ')}`
  if (assignment.to !== 'subjects') return assignment.to === 'rejected' ? 'rejected' : 'of nobody'
  const names = assignment.subjects.map(({ uuid }) => {
    const subject = people.get(uuid)
    return subject ? `${subject.name} ("${subject.key}")` : 'somebody deleted'
  })
  return names.join(' and ')
}
