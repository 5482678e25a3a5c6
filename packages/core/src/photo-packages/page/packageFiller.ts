import { isShopError, type ShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { ChosenItem, PackageInstance } from '../contract.ts'
import { toChosenItem } from '../packageItems.ts'
import { fillPackage } from './openPackage.ts'
import type { PackagePageState } from './packagePageState.ts'

/** The outcome of filling: 'unreached' is temporary, 'refused' is final. */
export type FillResult = 'done' | 'overtaken' | 'unreached' | 'refused'

/** Has the server fill a package and lay it out, only the latest version; `loading` and `changeError` report the progress. */
export type PackageFiller = {
  fill(packageItems: ChosenItem[]): Promise<FillResult>
  /** Requests the visible package again. */
  renew(): Promise<FillResult>
  /** Drops the answer of the running request. */
  drop(): void
  /** Resolves when no request is running any more. */
  settled(): Promise<unknown>
  /** Whether the last request got no answer. */
  isUnreached(): boolean
}

export function createPackageFiller(
  shop: Pick<Shop, 'call' | 'session'>,
  state: PackagePageState,
  show: (instance: PackageInstance) => void,
): PackageFiller {
  let requests = 0
  let last: Promise<FillResult> | undefined
  let isUnreached = false

  async function ask({ uuid, subject }: PackageInstance, packageItems: ChosenItem[]): Promise<FillResult> {
    const mine = ++requests
    Object.assign(state, { loading: true, changeError: '' })
    isUnreached = false
    try {
      const filled = await fillPackage(shop, { package: uuid, subject: subject?.uuid ?? null, packageItems })
      if (mine !== requests) return 'overtaken'
      show(filled)
      return 'done'
    } catch (error) {
      if (!isShopError(error)) throw error
      if (mine !== requests) return 'overtaken'
      const isOver = !isTemporary(error) && (await isSignedOut())
      if (mine !== requests) return 'overtaken'
      isUnreached = isOver || isTemporary(error)
      // Signed-out visitors are notified elsewhere, and keep their work.
      state.changeError = isOver ? '' : error.message
      return isUnreached ? 'unreached' : 'refused'
    } finally {
      if (mine === requests) state.loading = false
    }
  }

  /** The session may have ended unnoticed: then the server does not find even the customer's own pictures. */
  async function isSignedOut(): Promise<boolean> {
    const { state: session } = shop.session
    // Without a picture set the package was a visitor's from the start.
    if (!state.instance?.subject) return false
    if (session.status === 'signed-in') await shop.session.check().catch(() => undefined)
    return session.status === 'signed-out'
  }

  const filling: PackageFiller = {
    fill(packageItems) {
      last = state.instance ? ask(state.instance as PackageInstance, packageItems) : Promise.resolve('refused')
      return last
    },
    renew: () => filling.fill(state.instance?.packageItems.map(toChosenItem) ?? []),
    drop() {
      requests += 1
      state.loading = false
    },
    settled: async () => last,
    isUnreached: () => isUnreached,
  }
  return filling
}

/** Whether the same request can be repeated later: the server could not be reached, or nobody is signed in any more. */
function isTemporary({ kind, status, reason }: ShopError): boolean {
  return kind === 'network' || status >= 500 || status === 429 || reason === 'session.required'
}

/** Whether the server has not laid out all of a package yet. */
export function hasPendingScenes(instance: PackageInstance | null): boolean {
  return instance?.packageItems.some(({ template, sceneHash }) => template && sceneHash === null) ?? false
}
