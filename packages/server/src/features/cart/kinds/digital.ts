import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import { Failure } from '../../../platform/failure.ts'
import { grantedSubjects } from '../../access/grants.ts'
import type { DeliveredSet } from '../../jobs/collection.ts'
import { availableFiles, type FilesForSale, filesForSale, lineFiles, unseenFiles } from '../filesForSale.ts'
import { type LineBase, type LineFile, type PricedBase, uuidOf, versionInLine } from '../line.ts'
import { fileAddresses } from '../viewer.ts'
import { describeBase, type FoundLine, type LineOperations } from './kind.ts'

/** A download of the one subject that it names. Its quantity is always one. */
export type DigitalLine = LineBase & {
  kind: 'digital'
  /** The picture; null for the whole set. */
  picture: string | null
}

export type PricedDigital = Omit<DigitalLine, keyof PricedBase> &
  PricedBase & {
    /** The shoot at which the pictures were taken. */
    job: string
    /** The files to download, portraits first. In a cart none if they are lost. */
    files: LineFile[]
  }

type FileLine = Pick<DigitalLine, 'picture' | 'subjects'>

/** Whether the picture of a line is not its child's any more. */
const isGone = (line: FileLine, { assigned }: FilesForSale): boolean =>
  line.picture !== null &&
  !isIn(
    line.picture,
    assigned.find(({ subject }) => subject.uuid === line.subjects[0]),
  )

const isIn = (picture: string, set: DeliveredSet | undefined): boolean =>
  set?.pictures.some(({ uuid }) => uuid === picture) ?? false

/** Whose set the picture of a line is in for its customer: if it is not its child's any more, that of another child whom they may see. */
function holderOf(line: FileLine, own: FilesForSale, siblings: FilesForSale | null): string {
  const [subject = ''] = line.subjects
  const { picture } = line
  if (picture === null || !siblings || !isGone(line, own)) return subject
  const holder = (sets: readonly DeliveredSet[]) => sets.find((set) => isIn(picture, set))?.subject.uuid
  return holder(siblings.sets) ?? holder(siblings.assigned) ?? subject
}

export const digital: LineOperations<DigitalLine, PricedDigital> = {
  needsPublished: true,

  async find(lines, { app, provider, customer }) {
    const subjects = [...new Set(lines.flatMap((line) => line.subjects))]
    const forSale = await filesForSale(app, provider, customer, subjects)
    const siblings = lines.some((line) => isGone(line, forSale))
      ? await filesForSale(app, provider, customer, await grantedSubjects(app, provider, customer))
      : null
    return new Map(
      lines.flatMap((line) => {
        const lineNow = { ...line, subjects: [holderOf(line, forSale, siblings)] }
        const available = availableFiles(lineNow, siblings ?? forSale)
        const unavailable = available ? null : unseenFiles(lineNow, siblings ?? forSale)
        const found = available ?? unavailable
        if (!found) return []
        const { subject } = found.set
        const describe: FoundLine<PricedDigital>['describe'] = async (naming) => ({
          ...line,
          ...describeBase(lineNow, { ...naming, people: new Map([...naming.people, [subject.uuid, subject]]) }),
          job: found.set.job.name,
          files: await lineFiles(app, provider, found.set, found.pictures),
        })
        return [[line.uuid, { describe, isSold: true, ...(unavailable && { unseen: unavailable.unseen }) }]]
      }),
    )
  },

  async change(_line, { packageItems }) {
    throw new Failure(packageItems ? 'cart.unknown_product' : 'cart.quantity')
  },
  leftOver: () => null,
  withSubjects: (line) => line,

  show: ({ job, picture, files, subjects, ...line }, viewer) => ({
    description: [job, ...(picture === null ? [] : files.map(({ name }) => name))].join(', '),
    digitalFiles: previewFiles(files).map((file) => ({
      uuid: file.uuid,
      width: file.width,
      height: file.height,
      display: fileAddresses(viewer, subjects[0]?.uuid ?? null, {
        ...file,
        version: versionInLine(line, file.uuid),
      }),
    })),
  }),
  detail: ({ job, picture, files: [file] }) => (picture === null || !file ? job : file.name),
  rows: ({ files }) => files.map(({ name, uuid }) => `file ${name} (${uuid})`),

  printed: () => [],
  pictures: () => [],
  downloads: ({ picture, subjects }) => (picture === null ? subjects.map(uuidOf) : [picture]),
  isDelivered: () => false,
  catalogueDays: () => [],
  sheet: () => [],
}
