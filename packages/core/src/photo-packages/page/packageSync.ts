import { type ConflictRule, createConflictRule } from '../../editor/saving/conflictRule.ts'
import type { Shop } from '../../shop.ts'
import type { PackageContent, PackageInstance, SavedPackage } from '../contract.ts'
import { fillPackage } from './openPackage.ts'
import type { PackageSaver } from './savedPackage.ts'

/** What becomes of one package in several windows and on several devices: it follows what was saved elsewhere, or asks. */
export type PackageSync = ConflictRule & {
  /** An item is being edited: it is no time to show another package. */
  setEditing(isEditing: boolean): void
  /** How the package looks that was saved elsewhere; undefined where none was. Throws ShopError. */
  showTheirs(): Promise<PackageInstance | undefined>
}

type PackageSyncHost = {
  saver(): PackageSaver | null
  instance(): PackageInstance | null
  /** Something is under way here. */
  isBusy(): boolean
  /** Shows what was saved elsewhere. */
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
