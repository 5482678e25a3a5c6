import type { AutosaveState } from '../../editor/saving/saveStore.ts'
import type { PackageInstance } from '../contract.ts'
import type { OpenedPackage } from './openPackage.ts'

/** PKG-3: the state of the package page. */
export type PackagePageState = {
  status: 'loading' | 'ready' | 'failed'
  /** The text for the visitor if loading failed. */
  error: string
  instance: PackageInstance | null
  /** When a time-limited price ends, by this page's own clock; 0 if there is none. */
  endsAt: number
  origin: OpenedPackage['origin']
  /** It was started before and is not in the cart in this form. */
  isContinued: boolean
  /** An item was changed since the package was opened, and the cart does not have the change. */
  dirty: boolean
  /** The server is laying out a change. */
  loading: boolean
  /** Why a change failed. */
  changeError: string
  isAddingToCart: boolean
  buyError: string
  /** The line is no longer in the cart: buying again adds a new line. */
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
