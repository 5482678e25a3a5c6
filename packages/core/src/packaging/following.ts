import { isShopError } from '../errors.ts'
import type { PackageInstance } from '../photo-packages/contract.ts'
import type { Shop } from '../shop.ts'
import type { PackageSaving } from './keeping.ts'
import { fillPackage } from './opening.ts'

/** What becomes of one package in several windows and on several devices: it follows what was saved elsewhere. */
export type Following = {
  /** An item is being edited: it is no time to show another package. */
  attend(isEditing: boolean): void
  /** Asks what is kept, as when the window comes into view again. What was saved elsewhere is shown where nothing is lost by it. */
  look(): Promise<void>
}

type Held = {
  saving(): PackageSaving | null
  instance(): PackageInstance | null
  /** Something is under way here. */
  isBusy(): boolean
  /** Shows what was saved elsewhere. */
  follow(theirs: PackageInstance): void
}

export function createFollowing(shop: Pick<Shop, 'call'>, held: Held): Following {
  let isEditing = false
  let looking: Promise<void> | undefined

  async function find(): Promise<void> {
    const [saving, instance] = [held.saving(), held.instance()]
    const isBusy = () => isEditing || held.isBusy() || held.instance() !== instance
    if (!instance || !saving || isBusy() || (await saving.look()) !== 'elsewhere') return
    const { packageItems } = saving.theirs()?.content ?? {}
    if (!packageItems) return
    const { uuid, subject } = instance
    const theirs = await fillPackage(shop, { package: uuid, subject: subject?.uuid ?? null, packageItems })
    // Somebody has gone on here meanwhile: the next save asks.
    if (isBusy()) return
    await saving.keep('theirs')
    held.follow(theirs)
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
    look,
    attend(now) {
      const wasEditing = isEditing
      isEditing = now
      if (wasEditing && !now) void look()
    },
  }
}
