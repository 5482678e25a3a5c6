import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { MergeSubjects } from '../../platform/subjectMerge.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { mergeAll, mergeDrafts, replaceSubject } from '../access/mergeDrafts.ts'
import { subjectOfDesign } from '../template/subjectOfDesign.ts'
import { lineDesigns, readCart, rewriteLines } from './collection.ts'
import { kindOf, type StoredLine } from './lineKinds.ts'

/** Lines of carts about one subject are about the other one. One about both cannot be separated again. */
const mergeLines: MergeSubjects = {
  async merge(app, provider, { from, into }, record) {
    for (const customer of await everHolders(app, provider.key, [from])) {
      const { lines } = await readCart(app, provider.key, customer)
      const named = lines.filter(({ subjects }) => subjects.includes(from))
      const ofOne = named.filter(({ subjects }) => !subjects.includes(into))
      if (ofOne.length > 0) await record(ofOne.map(({ uuid }) => `${customer} ${uuid}`))
      if (named.length > 0) await replaceIn(app, provider, customer, { before: from, after: into })
    }
  },
  async separate(app, provider, { from, into }, moved) {
    const byCustomer = Map.groupBy(
      moved.map((each) => each.split(' ')),
      ([customer = '']) => customer,
    )
    for (const [customer, lines] of byCustomer) {
      const uuids = lines.map(([, uuid = '']) => uuid)
      await replaceIn(app, provider, customer, { before: into, after: from, uuids })
    }
  },
}

type Replacement = { before: string; after: string; uuids?: readonly string[] }

async function replaceIn(
  app: App,
  provider: Provider,
  customer: string,
  { before, after, uuids }: Replacement,
): Promise<void> {
  const isMeant = ({ uuid, subjects }: StoredLine) => subjects.includes(before) && (uuids?.includes(uuid) ?? true)
  await rewriteLines(app, provider.key, customer, randomUUID(), (lines) => {
    if (!lines.some(isMeant)) return null
    return withoutRepetitions(lines.map((line) => (isMeant(line) ? withSubject(line, before, after) : line)))
  })
}

function withSubject(line: StoredLine, before: string, after: string): StoredLine {
  const change = replaceSubject(before, after)
  const changed = kindOf(line).withSubjects(line, change)
  return { ...changed, subjects: [...new Set(line.subjects.map(change))] }
}

/** Files are bought once: the same ones of both subjects are one line. */
function withoutRepetitions(lines: readonly StoredLine[]): StoredLine[] {
  const contentOf = ({ uuid: _uuid, versions: _versions, setPictures: _pictures, ...content }: StoredLine) => content
  return lines.filter(
    (line, at) =>
      line.kind !== 'digital' ||
      !lines.slice(0, at).some((other) => isDeepStrictEqual(contentOf(other), contentOf(line))),
  )
}

/** The carts of customers with two subjects who are one person, and what they have changed in them. */
export const mergeCarts = mergeAll({ line: mergeLines, design: mergeDrafts(lineDesigns, subjectOfDesign) })
