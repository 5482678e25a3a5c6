import type { AutosaveState } from '../../editor/saving/saveStore.ts'
import type { PackageInstance } from '../contract.ts'
import type { OpenedPackage } from './openPackage.ts'

/** PKG-3: what the page shows on which a package is made. */
export type PackagePageState = {
  status: 'loading' | 'ready' | 'failed'
  /** The text for a person where loading failed. */
  error: string
  instance: PackageInstance | null
  /** When a time-limited price ends, by this page's own clock; 0 where none holds. */
  endsAt: number
  origin: OpenedPackage['origin']
  /** It was begun before and is not in the cart like this. */
  isContinued: boolean
  /** An item was replaced since the package was opened, and it is not in the cart. */
  dirty: boolean
  /** The server lays out what was changed. */
  loading: boolean
  /** Why a change was not done. */
  changeError: string
  isAddingToCart: boolean
  buyError: string
  /** It is not in the cart any more: bought again it is a new line. */
  isLineGone: boolean
  saving: AutosaveState | null
  canUndo: boolean
  canRedo: boolean
}

export function emptyState(): PackagePageState {
  return {
    status: 'loading',
    error: '',
    instance: null,
    endsAt: 0,
    origin: 'new',
    isContinued: false,
    dirty: false,
    loading: false,
    changeError: '',
    isAddingToCart: false,
    buyError: '',
    isLineGone: false,
    saving: null,
    canUndo: false,
    canRedo: false,
  }
}
