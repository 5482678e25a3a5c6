import { type ConflictRule, createConflictRule } from '../../editor/saving/conflictRule.ts'
import type { Shop } from '../../shop.ts'
import type { PackageContent, PackageInstance, SavedPackage } from '../contract.ts'
import { fillPackage } from './openPackage.ts'
import type { PackageSaver } from './savedPackage.ts'

/** Keeps one package in step across windows and devices: follows versions saved elsewhere, or asks. */
export type PackageSync = ConflictRule & {
  /** An item is being edited, so another version must not be shown now. */
  setEditing(isEditing: boolean): void
  /** Fetches the package saved elsewhere; undefined if there is none. Throws ShopError. */
  showTheirs(): Promise<PackageInstance | undefined>
}

type PackageSyncHost = {
  saver(): PackageSaver | null
  instance(): PackageInstance | null
  /** Whether something is in progress here. */
  isBusy(): boolean
  /** Shows a version saved elsewhere. */
  follow(theirs: PackageInstance): void
  saveMine(): void
  reopen(): Promise<unknown>
}

export function createPackageSync(shop: Pick<Shop, 'call'>, host: PackageSyncHost): PackageSync {
  let isEditing = false
  const rule = createConflictRule<PackageContent, SavedPackage, PackageInstance | undefined>({
    ...host,
    current: () => host.instance() ?? undefined,
    isBusy: () => isEditing || host.isBusy(),
    fetchTheirs: showTheirs,
    follow: (theirs) => theirs && host.follow(theirs),
  })

  async function showTheirs(): Promise<PackageInstance | undefined> {
    const { packageItems } = host.saver()?.otherVersion()?.content ?? {}
    const instance = host.instance()
    if (!packageItems || !instance) return undefined
    const { uuid, subject } = instance
    return fillPackage(shop, { package: uuid, subject: subject?.uuid ?? null, packageItems })
  }

  return {
    ...rule,
    showTheirs,
    setEditing(now) {
      const wasEditing = isEditing
      isEditing = now
      if (wasEditing && !now) void rule.refresh()
    },
  }
}
