import { otherWindows } from '../editor/otherWindows.ts'
import { askToTheEnd, createSaving, type Elsewhere, type Saving } from '../editor/saving.ts'
import type { Memory } from '../memory.ts'
import { type PackageContent, photoPackages, type SavedPackage } from '../photo-packages/contract.ts'
import { savedPackageId } from '../photo-packages/savedPackageId.ts'
import type { Shop } from '../shop.ts'

export type PackageSaving = Saving<PackageContent, SavedPackage>
export type TheirPackage = Elsewhere<SavedPackage>

/** What a customer keeps of a package, and what saves the next change of it. */
export async function keptPackage(
  shop: Shop,
  parts: { customer: string; package: string; subject: string | null },
): Promise<{ saved: SavedPackage | null; saving: PackageSaving }> {
  const uuid = await savedPackageId(parts)
  const { saved } = await shop.call(photoPackages.getSaved, { uuid })
  const store = {
    async save(version: number, content: PackageContent) {
      const answer = await shop.call(photoPackages.save, { uuid, version, content }, { ask: askToTheEnd })
      return answer.saved
    },
    async find() {
      return (await shop.call(photoPackages.getSaved, { uuid })).saved
    },
    remove: (version: number) => shop.call(photoPackages.deleteSaved, { uuid, version: String(version) }),
    changed: 'photo-packages.changed',
    unknown: 'photo-packages.unknown_saved',
  }
  return { saved, saving: createSaving(store, saved?.version ?? 0, otherWindows(uuid)) }
}

/** A package that outlives the way through the login, and whether it is to be added to the cart then. */
export type PackageDraft = { content: PackageContent; add: boolean }

export function keepPackageDraft(memory: Memory, kept: PackageDraft): void {
  memory.write({ packageDraft: kept })
}

/** The draft of this package, where that is the one that waits. */
export function packageDraftOf(memory: Memory, uuid: string): PackageDraft | undefined {
  // The memory is the shop's own and versioned; the server checks what it is sent.
  const held = memory.read().packageDraft as Partial<PackageDraft> | undefined
  const isIts = held?.content?.package?.uuid === uuid && Array.isArray(held.content.packageItems)
  return isIts ? (held as PackageDraft) : undefined
}

export function dropPackageDraft(memory: Memory): void {
  memory.write({ packageDraft: undefined })
}
