import type { Shop } from '../shop.ts'
import type { User } from './contract.ts'

/** Shows the changed customer, unless somebody else is signed in by now, or nobody. */
export function showUpdatedUser({ session }: Pick<Shop, 'session'>, user: User): void {
  if (session.state.user?.uuid === user.uuid) session.state.user = user
}
