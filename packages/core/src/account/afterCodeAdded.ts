import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'

type Subject = { uuid: string; name: string; group: string }

/**
 * ENT-12: after a new code everything that depends on it is fetched again, because its owners listen for the event. Returns where
 * to go.
 */
export function afterCodeAdded(shop: Shop, subjects: readonly Subject[]): Route {
  const uuids = subjects.map(({ uuid }) => uuid)
  shop.memory.write({ flow: undefined, added: uuids, subject: uuids[0], referrer: undefined })
  shop.events.emit('pk-code-added', { subjects: uuids })
  return { name: 'newpictureset', params: {} }
}
