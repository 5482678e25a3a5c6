import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import { Failure } from '../../../platform/failure.ts'
import { availableFiles, filesForSale, lineFiles, unseenFiles } from '../filesForSale.ts'
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

export const digital: LineOperations<DigitalLine, PricedDigital> = {
  needsPublished: true,

  async find(lines, { app, provider, customer }) {
    const subjects = [...new Set(lines.flatMap((line) => line.subjects))]
    const forSale = await filesForSale(app, provider, customer, subjects)
    return new Map(
      lines.flatMap((line) => {
        const available = availableFiles(line, forSale)
        const unavailable = available ? null : unseenFiles(line, forSale)
        const found = available ?? unavailable
        if (!found) return []
        const describe: FoundLine<PricedDigital>['describe'] = async (naming) => ({
          ...line,
          ...describeBase(line, naming),
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
