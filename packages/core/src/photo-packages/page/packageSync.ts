import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { PackageInstance } from '../contract.ts'
import { fillPackage } from './openPackage.ts'
import type { PackageSaver } from './savedPackage.ts'

/** What becomes of one package in several windows and on several devices: it follows what was saved elsewhere. */
export type PackageSync = {
  /** An item is being edited: it is no time to show another package. */
  setEditing(isEditing: boolean): void
  /** Asks what is kept, as when the window comes into view again. What was saved elsewhere is shown where nothing is lost by it. */
  refresh(): Promise<void>
  /** How the package looks that was saved elsewhere; undefined where none was. Throws ShopError. */
  showTheirs(): Promise<PackageInstance | undefined>
}

type PackageSyncHost = {
  saving(): PackageSaver | null
  instance(): PackageInstance | null
  /** Something is under way here. */
  isBusy(): boolean
  /** Shows what was saved elsewhere. */
  follow(theirs: PackageInstance): void
}

export function createPackageSync(shop: Pick<Shop, 'call'>, held: PackageSyncHost): PackageSync {
  let isEditing = false
  let looking: Promise<void> | undefined

  async function find(): Promise<void> {
    const [saving, instance] = [held.saving(), held.instance()]
    const isBusy = () => isEditing || held.isBusy() || held.instance() !== instance
    if (!instance || !saving || isBusy() || (await saving.checkStored()) !== 'elsewhere') return
    const theirs = await showTheirs()
    // Somebody has gone on here meanwhile: the next save asks.
    if (!theirs || isBusy()) return
    await saving.resolve('theirs')
    held.follow(theirs)
  }

  async function showTheirs(): Promise<PackageInstance | undefined> {
    const { packageItems } = held.saving()?.otherVersion()?.content ?? {}
    const instance = held.instance()
    if (!packageItems || !instance) return undefined
    const { uuid, subject } = instance
    return fillPackage(shop, { package: uuid, subject: subject?.uuid ?? null, packageItems })
  }

  function look(): Promise<void> {
    looking ??= find()
      // It is asked again the next time.
      .catch((error: unknown) => {
        if (!isShopError(error)) throw error
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  return {
    refresh: look,
    showTheirs,
    setEditing(now) {
      const wasEditing = isEditing
      isEditing = now
      if (wasEditing && !now) void look()
    },
  }
}
