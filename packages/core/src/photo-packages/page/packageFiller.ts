import { isShopError, type ShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { ChosenItem, PackageInstance } from '../contract.ts'
import { toChosenItem } from '../packageItems.ts'
import { fillPackage } from './openPackage.ts'
import type { PackagePageState } from './packagePageState.ts'

/** What became of a package that the server was to fill: 'unreached' is for now, 'refused' is for good. */
export type FillResult = 'done' | 'overtaken' | 'unreached' | 'refused'

/** The server fills a package and lays it out, the last wish alone; `loading` and `changeError` tell of it. */
export type PackageFiller = {
  fill(packageItems: ChosenItem[]): Promise<FillResult>
  /** Asks for what is shown once more. */
  renew(): Promise<FillResult>
  /** Drops the answer that is on its way. */
  drop(): void
  /** When nothing is on its way any more. */
  settled(): Promise<unknown>
  /** Whether the last wish could not be asked. */
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
      // Who is signed out is told so, and keeps what was made.
      state.changeError = isOver ? '' : error.message
      return isUnreached ? 'unreached' : 'refused'
    } finally {
      if (mine === requests) state.loading = false
    }
  }

  /** The session may have ended without a word: then somebody's own pictures are as good as unknown. */
  async function isSignedOut(): Promise<boolean> {
    const { state: session } = shop.session
    // Made without a picture set it was a visitor's from the beginning.
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

/** Whether the same can be asked again later: the server could not be reached, or nobody is signed in any more. */
function isTemporary({ kind, status, reason }: ShopError): boolean {
  return kind === 'network' || status >= 500 || status === 429 || reason === 'session.required'
}

/** Whether something of a package has not been laid out by the server yet. */
export function hasPendingScenes(instance: PackageInstance | null): boolean {
  return instance?.packageItems.some(({ template, sceneHash }) => template && sceneHash === null) ?? false
}
