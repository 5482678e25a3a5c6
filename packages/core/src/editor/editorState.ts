import { ref } from 'valtio/vanilla'
import type { Product } from '../products/contract.ts'
import type { ShownScene } from '../template/scene.ts'
import type { EditorInstance } from './design/instance.ts'
import type { FontsStatus } from './input/textShapers.ts'
import type { OpenedEditor } from './opening/openEditor.ts'
import type { AutosaveState } from './saving/saveStore.ts'

/** The state of a template editor. */
export type EditorState = {
  status: 'loading' | 'ready' | 'failed'
  /** The text for the visitor if loading failed. */
  error: string
  instance: EditorInstance | null
  /** The visible scene of the instance, with the addresses of its pictures. */
  shownScene: ShownScene | null
  product: Product | null
  origin: OpenedEditor['origin']
  /** An unfinished card was restored, or changes of a line that are not in the cart. */
  isContinued: boolean
  fonts: FontsStatus
  saving: AutosaveState | null
  quantity: number
  /** Extras at an additional price: subproducts by their uuids (PRC-3). */
  subProducts: readonly string[]
  /** 'differs': the server would print something else, which is shown now; adding again accepts it. */
  buying: 'idle' | 'adding' | 'differs' | 'failed'
  buyError: string
  /** The line is no longer in the cart, for example because another device has removed it: buying again adds a new line. */
  isLineGone: boolean
  /** The texts that cannot be shown yet, none if a year or language cannot be shown; null if everything is shown. */
  unset: readonly string[] | null
  /** Why the server can no longer show the design, for example because its pictures were withdrawn. */
  sceneError: string
  /** Why the texts of a picture could not be fetched. */
  choiceError: string
  /** The template that is being loaded into the editor. */
  changing: string | null
  /** Why it could not be loaded. */
  changeError: string
}

export function emptyState(): EditorState {
  return {
    status: 'loading',
    error: '',
    instance: null,
    shownScene: null,
    product: null,
    origin: 'new',
    isContinued: false,
    fonts: 'idle',
    saving: null,
    quantity: 0,
    subProducts: [],
    buying: 'idle',
    buyError: '',
    isLineGone: false,
    unset: null,
    sceneError: '',
    choiceError: '',
    changing: null,
    changeError: '',
  }
}

/** The initial state of an opened design. */
export function openedState(editor: OpenedEditor, instance: EditorInstance): Partial<EditorState> {
  const { origin, isContinued, product, shownScene, autosave } = editor
  const dirty = origin === 'draft' || (origin === 'line' && isContinued)
  return {
    status: 'ready',
    error: '',
    instance: ref({ ...instance, dirty }),
    shownScene: ref(shownScene),
    product: ref(product),
    origin,
    isContinued,
    saving: autosave?.state ?? null,
    quantity: editor.quantity || Math.max(1, product.minorderpartquantity),
    // Extras that the shop no longer sells could not be deselected either.
    subProducts: editor.subProducts.filter((uuid) => product.subproducts.some((each) => each.uuid === uuid)),
    buying: 'idle',
  }
}

/**
 * Whether the customer is buying, switching templates, or editing a picture or a text: another version must not be shown now.
 */
export function isBusy({ buying, changing, instance }: EditorState): boolean {
  return buying === 'adding' || changing !== null || ['image', 'text'].includes(instance?.menu ?? '')
}
