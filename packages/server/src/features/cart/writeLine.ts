import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { packageViewerOf } from '../photo-packages/checkChoice.ts'
import { rewriteLines } from './collection.ts'
import type { LineChange, NewScene } from './kinds/kind.ts'
import { downloadsOf, type StoredLine } from './lineKinds.ts'
import { keepScenes } from './lineScenes.ts'
import { asSeen, withSeen } from './seenLines.ts'

type Call = CallContext<'customer'>
type Place = (lines: readonly StoredLine[]) => StoredLine[]

/** Puts a line into the cart, with the scenes of its printed parts. */
export async function addLine(
  requestId: string,
  line: StoredLine,
  scenes: readonly NewScene[],
  call: Call,
): Promise<void> {
  const [seen = line] = await asSeen(call, [line])
  await write(requestId, seen, scenes, call, (lines) => [...lines, seen])
}

/** Changes fields of a line in the cart. */
export async function changeLine(
  requestId: string,
  line: StoredLine,
  { fields, scenes = [] }: LineChange<StoredLine>,
  call: Call,
): Promise<void> {
  // The kind of a line changes fields of its own lines only. Whoever changes a line sees its pictures as they are now.
  const [seen = line] = await asSeen(call, [{ ...line, ...fields } as StoredLine])
  const withFields = (each: StoredLine) => withSeen({ ...each, ...fields } as StoredLine, seen)
  await write(requestId, withFields(line), scenes, call, (lines) => {
    if (!lines.some(({ uuid }) => uuid === line.uuid)) throw new Failure('cart.unknown_line')
    return lines.map((each) => (each.uuid === line.uuid ? withFields(each) : each))
  })
}

/** DIG-3: a download is in the cart at most once. A set is refused if it is there, and replaces single pictures of it. */
async function write(requestId: string, line: StoredLine, scenes: readonly NewScene[], call: Call, place: Place) {
  const { app, provider, customer } = call
  await keepScenes(
    app,
    provider.key,
    scenes.map((scene) => ({ line: line.uuid, ...scene })),
  )
  const downloads = downloadsOf(line)
  const pictures = await picturesOfSets(downloads, call)
  const isWithin = (other: string[]) => other.length > 0 && other.every((each) => pictures.has(each))
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    const placed = place(lines)
    const isOther = ({ uuid }: StoredLine) => uuid !== line.uuid
    const isTwice = placed.filter(isOther).some((each) => downloadsOf(each).some((one) => downloads.includes(one)))
    if (isTwice) throw new Failure('photo-packages.set_in_cart')
    return placed.filter((each) => !isOther(each) || !isWithin(downloadsOf(each)))
  })
  if (outcome === 'full') throw new Failure('cart.full')
}

async function picturesOfSets(subjects: readonly string[], call: Call): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set()
  const { sets } = await packageViewerOf(call)
  const own = sets.filter(({ subject }) => subjects.includes(subject.uuid))
  return new Set(own.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))
}
