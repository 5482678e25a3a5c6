import { createHash } from 'node:crypto'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { UpdateFilter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import { createDrafts } from '../../platform/db/drafts.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../platform/db/sharedRead.ts'
import type { Collection } from '../../platform/feature.ts'
import { findPersonsOf } from '../jobs/subjects/mergedSubjects.ts'
import { uuidOf } from './line.ts'
import { downloadsOf, kindOf, type PricedLine, printedOf, type StoredLine } from './lineKinds.ts'
import { dropScenes, keepScenes, scenesOf } from './lineScenes.ts'

/** A customer's cart. Every completed command raises the version by one. */
export type StoredCart = {
  _id: string
  provider: string
  customer: string
  version: number
  lines: StoredLine[]
  /** The code of the voucher that the customer wants to use. It does not count as a change of the cart's content. */
  voucher?: string | null
  /** How many lines were deleted with their pictures since the customer changed the cart. */
  deletedLines?: number
  /** Ids of the completed commands, newest last, so that a repeated command is done once. */
  done: string[]
  changed: Date
}

/**
 * What customers have changed in the lines of their carts, by line: the changes that are not in the cart yet, and the last ones
 * that were put there.
 */
export const lineDesigns = createDrafts<DesignContent>('lineDesigns')
/** With these the editor changes the design of a line. */
export const { save: saveLineDesign, remove: removeLineDesign } = lineDesigns

export const cartCollections: Collection[] = [
  { name: 'carts', indexes: [{ key: { provider: 1, customer: 1 }, options: { unique: true } }] },
  { name: 'cartScenes', indexes: [{ key: { provider: 1, line: 1 } }] },
  ...lineDesigns.collections,
]

/** Enough to recognise a command that is sent twice. */
const REMEMBERED_COMMANDS = 200
/** Keeps a cart within one document. */
const MAX_LINES = 200

const carts = (app: App, provider: string) => providerCollection<StoredCart>(app, 'carts', provider)
const idOf = (provider: string, customer: string) => `${provider} ${customer}`

/** The current cart, which nobody may change; one that was never touched is empty and has version 0. */
export async function readCart(app: App, provider: string, customer: string): Promise<StoredCart> {
  const _id = idOf(provider, customer)
  const found = await readCarts(app, provider, [_id])
  return found.get(_id) ?? { _id, provider, customer, version: 0, lines: [], done: [], changed: app.clock() }
}

const readCarts = createSharedRead(async (app, provider, ids) => {
  const found = await carts(app, provider)
    .find({ _id: { $in: ids } })
    .toArray()
  return new Map(found.map((cart) => [cart._id, cart as StoredCart]))
})

/** The outcome of a command: done now, done before, or not done. */
export type Outcome = 'done' | 'repeated' | 'no line' | 'full'

export async function pushLines(
  app: App,
  provider: string,
  customer: string,
  requestId: string,
  lines: readonly StoredLine[],
): Promise<Outcome> {
  const update = command(app, requestId, { $push: { lines: { $each: [...lines] } } })
  try {
    // If the command was done already, the filter finds nothing, and the insert conflicts with the existing cart.
    await carts(app, provider).updateOne(
      {
        _id: idOf(provider, customer),
        done: { $ne: requestId },
        [`lines.${MAX_LINES - lines.length}`]: { $exists: false },
      },
      { ...update, $setOnInsert: { customer } },
      { upsert: true },
    )
    return 'done'
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const { done } = await readCart(app, provider, customer)
    return done.includes(requestId) ? 'repeated' : 'full'
  }
}

export async function pullLine(
  app: App,
  provider: string,
  customer: string,
  requestId: string,
  uuid: string,
): Promise<Outcome> {
  const { matchedCount } = await carts(app, provider).updateOne(
    { _id: idOf(provider, customer), done: { $ne: requestId }, 'lines.uuid': uuid },
    command(app, requestId, { $pull: { lines: { uuid } } }),
  )
  if (matchedCount > 0) return 'done'
  const { done } = await readCart(app, provider, customer)
  return done.includes(requestId) ? 'repeated' : 'no line'
}

/**
 * Replaces the lines of a cart. `change` gets the lines as they are at the time of writing. It may be called more than once,
 * returns null if the lines need no change, and throws if nothing must be changed. The scenes of what it adds are stored first.
 */
export async function rewriteLines(
  app: App,
  provider: string,
  customer: string,
  requestId: string,
  change: (lines: readonly StoredLine[]) => StoredLine[] | null,
): Promise<Outcome> {
  for (;;) {
    const { version, done, lines } = await readCart(app, provider, customer)
    if (done.includes(requestId)) return 'repeated'
    const next = change(lines)
    if (!next) return 'done'
    if (next.length > MAX_LINES) return 'full'
    const filter = { _id: idOf(provider, customer), version }
    try {
      const update = command(app, requestId, { $set: { lines: next } })
      const first = version === 0
      const written = await carts(app, provider).updateOne(
        filter,
        first ? { ...update, $setOnInsert: { customer } } : update,
        { upsert: first },
      )
      if (written.matchedCount + written.upsertedCount > 0) return 'done'
    } catch (error) {
      // Two commands created the same cart at once: read the existing one now.
      if (!isDuplicate(error)) throw error
    }
  }
}

function command(app: App, requestId: string, update: UpdateFilter<StoredCart>): UpdateFilter<StoredCart> {
  return {
    ...update,
    $set: { ...update.$set, changed: app.clock() },
    $unset: { deletedLines: '' },
    $inc: { version: 1 },
    $push: { ...update.$push, done: { $each: [requestId], $slice: -REMEMBERED_COMMANDS } },
  } as UpdateFilter<StoredCart>
}

/**
 * Removes ordered lines from the cart, with the voucher that was used: exactly those, and only once if it is called again.
 * Quantities that were not ordered stay in the cart as a line of their own.
 */
export async function removeOrderedLines(
  app: App,
  provider: string,
  customer: string,
  order: { uuid: string; lines: readonly PricedLine[] },
): Promise<void> {
  const uuids = order.lines.map(({ uuid }) => uuid)
  // The cart is about whom somebody has become one person with since.
  const people = order.lines.flatMap(({ subjects }) => subjects.map(uuidOf))
  const personOf = await findPersonsOf(app, provider, people)
  for (;;) {
    const { _id, version, lines } = await readCart(app, provider, customer)
    if (!lines.some(({ uuid }) => uuids.includes(uuid))) break
    const next: StoredLine[] = []
    for (const [index, line] of lines.entries()) {
      const ordered = order.lines.find(({ uuid }) => uuid === line.uuid)
      const rest = ordered ? kindOf(line).leftOver(line, ordered, personOf) : line
      if (!rest) continue
      if (!ordered) next.push(rest)
      else next.push(await asNewLine(app, provider, rest, lineUuid(provider, customer, order.uuid, index)))
    }
    const update = { $set: { lines: next, changed: app.clock(), voucher: null }, $inc: { version: 1 } }
    const { matchedCount } = await carts(app, provider).updateOne({ _id, version }, update as UpdateFilter<StoredCart>)
    if (matchedCount > 0) break
  }
  await dropScenes(app, provider, uuids)
}

/** Removes the lines about what is deleted, with their scenes. Returns how many; the cart tells its customer. */
export async function removeDeletedLines(
  app: App,
  provider: string,
  customer: string,
  isDeleted: (line: StoredLine) => boolean,
): Promise<number> {
  for (;;) {
    const { _id, version, lines } = await readCart(app, provider, customer)
    const deleted = lines.filter(isDeleted)
    if (deleted.length === 0) return 0
    // first: without its line nobody finds a scene again
    await dropScenes(
      app,
      provider,
      deleted.map(({ uuid }) => uuid),
    )
    const rest = lines.filter((line) => !deleted.includes(line))
    const { matchedCount } = await carts(app, provider).updateOne(
      { _id, version },
      { $set: { lines: rest, changed: app.clock() }, $inc: { version: 1, deletedLines: deleted.length } },
    )
    if (matchedCount > 0) return deleted.length
  }
}

/** The line under a new uuid, because the old one can be ordered only once. */
async function asNewLine(app: App, provider: string, line: StoredLine, uuid: string): Promise<StoredLine> {
  const printed = printedOf(line)
  const seen = await scenesOf(app, provider, printed)
  const scenes = printed.flatMap(({ key, sceneHash }) => {
    const scene = seen.get(key)
    return scene ? [{ line: uuid, sceneHash, scene }] : []
  })
  await keepScenes(app, provider, scenes)
  return { ...line, uuid }
}

/** Stores the code of the voucher that a customer wants to use, or none. Nothing is stored for an empty cart. */
export async function setVoucher(app: App, provider: string, customer: string, code: string | null): Promise<void> {
  await carts(app, provider).updateOne({ _id: idOf(provider, customer) }, { $set: { voucher: code } })
}

/** The downloads in a customer's cart: whole sets by their subject's uuid, and single pictures. */
export async function filesInCart(app: App, provider: string, customer: string): Promise<Set<string>> {
  const { lines } = await readCart(app, provider, customer)
  return new Set(lines.flatMap(downloadsOf))
}

/** The uuid of a line that a command adds: the same for the same command, whichever process runs it. */
export function lineUuid(provider: string, customer: string, requestId: string, index: number): string {
  const hex = createHash('sha256').update(`${provider} ${customer} ${requestId} ${index}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
