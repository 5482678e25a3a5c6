import { createOfflineSaver, findOfflineCopy, type OfflineSaver } from '../../editor/saving/offlineCopy.ts'
import { openOtherWindows } from '../../editor/saving/otherWindows.ts'
import { fetchKeepAlive, type SavedElsewhere } from '../../editor/saving/saver.ts'
import type { AutosaveState } from '../../editor/saving/saveStore.ts'
import type { Shop } from '../../shop.ts'
import type { TabMemory } from '../../tabMemory.ts'
import { type PackageContent, photoPackages, type SavedPackage } from '../contract.ts'
import { savedPackageId } from '../savedPackageId.ts'

export type PackageSaver = OfflineSaver<PackageContent, SavedPackage>
export type OtherPackage = SavedElsewhere<SavedPackage>

const { getSaved, save: keep, deleteSaved, getLine, saveLine, deleteLine } = photoPackages
const calls = {
  package: { get: getSaved, keep, remove: deleteSaved },
  line: { get: getLine, keep: saveLine, remove: deleteLine },
} as const

type SavedState = {
  content: PackageContent | undefined
  /** Whether the server does not have it yet. */
  isUnsent: boolean
  saving: PackageSaver
}

/** A customer's saved package, with the saver of its changes. Throws ShopError. */
export async function openSavedPackage(
  shop: Shop,
  parts: { customer: string; package: string; subject: string | null },
): Promise<SavedState> {
  return openSaved(shop, await savedPackageId(parts), 'package')
}

/** Like `openSavedPackage`, for a line in the cart: its changes that are not in the cart yet. */
export function openSavedLine(shop: Shop, orderLine: string): Promise<SavedState> {
  return openSaved(shop, orderLine, 'line')
}

async function openSaved(shop: Shop, uuid: string, of: keyof typeof calls): Promise<SavedState> {
  const { get, keep, remove } = calls[of]
  const { saved } = await shop.call(get, { uuid })
  const store = {
    async save(version: number, content: PackageContent) {
      const answer = await shop.call(keep, { uuid, version, content }, { send: fetchKeepAlive })
      return answer.saved
    },
    async find() {
      return (await shop.call(get, { uuid })).saved
    },
    remove: (version: number) => shop.call(remove, { uuid, version: String(version) }),
    changed: 'photo-packages.changed',
    unknown: 'photo-packages.unknown_saved',
  }
  const unsent = findOfflineCopy<PackageContent>(shop, uuid)
  const { version = 0, content } = unsent ?? saved ?? {}
  return {
    content,
    isUnsent: unsent !== undefined,
    saving: createOfflineSaver(shop, uuid, store, version, openOtherWindows(uuid, shop.ended)),
  }
}

/** Whether the work is on the server, or on its way there. */
export function isSaved(status: AutosaveState['status'] | undefined): boolean {
  return status === 'idle' || status === 'saving' || status === 'saved'
}

/** A package that survives the login, with its line, and whether to add it to the cart afterwards. */
export type PackageDraft = { content: PackageContent; line: string | null; add: boolean }

export function savePackageDraft(memory: TabMemory, draft: PackageDraft): void {
  memory.write({ packageDraft: draft })
}

/** The draft of this package, or of its line, if there is one. */
export function findPackageDraft(memory: TabMemory, uuid: string, line: string | null): PackageDraft | undefined {
  // The memory is the shop's own and versioned; the server checks what it is sent.
  const stored = memory.read().packageDraft as Partial<PackageDraft> | undefined
  const isIts = stored?.content?.package?.uuid === uuid && Array.isArray(stored.content.packageItems)
  return isIts && (stored.line ?? null) === line ? (stored as PackageDraft) : undefined
}

/** Deletes that draft; one of another package stays. */
export function dropPackageDraft(memory: TabMemory, uuid: string, line: string | null): void {
  if (findPackageDraft(memory, uuid, line)) memory.write({ packageDraft: undefined })
}
