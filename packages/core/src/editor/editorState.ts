import { ref } from 'valtio/vanilla'
import type { Product } from '../products/contract.ts'
import type { ShownScene } from '../template/scene.ts'
import type { EditorInstance } from './design/instance.ts'
import type { FontsStatus } from './input/textShapers.ts'
import type { OpenedEditor } from './opening/openEditor.ts'
import type { AutosaveState } from './saving/saveStore.ts'

/** What a template editor shows. */
export type EditorState = {
  status: 'loading' | 'ready' | 'failed'
  /** The text for a person where loading failed. */
  error: string
  instance: EditorInstance | null
  /** What the customer sees: the scene of the instance, with the addresses of its pictures. */
  shownScene: ShownScene | null
  product: Product | null
  origin: OpenedEditor['origin']
  /** An unfinished card was brought back, or what was changed of a line and is not in the cart. */
  isContinued: boolean
  fonts: FontsStatus
  saving: AutosaveState | null
  quantity: number
  /** What is wanted with it at an extra price: subproducts by their uuids (PRC-3). */
  subProducts: readonly string[]
  /** 'differs': the server would print something else, which is shown now; adding again accepts it. */
  buying: 'idle' | 'adding' | 'differs' | 'failed'
  buyError: string
  /** It is not in the cart any more, such as where another device has taken it out: bought again it is a new line. */
  isLineGone: boolean
  /** The texts that cannot be shown yet, none where it is another year or language that cannot; null where all is shown. */
  unset: readonly string[] | null
  /** Why the server shows nothing of it any more, as when its pictures were taken back. */
  sceneError: string
  /** Why the texts that go with a picture did not come. */
  choiceError: string
  /** The template that is on its way into the editor. */
  changing: string | null
  /** Why it did not come. */
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

/** What the editor shows of what was opened. */
export function openedState(opened: OpenedEditor, instance: EditorInstance): Partial<EditorState> {
  const { origin, isContinued, product, shownScene, autosave } = opened
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
    quantity: opened.quantity || Math.max(1, product.minorderpartquantity),
    // What the shop has stopped selling cannot be unchosen either.
    subProducts: opened.subProducts.filter((uuid) => product.subproducts.some((each) => each.uuid === uuid)),
    buying: 'idle',
  }
}

/** Somebody is about to buy, to go on in another template, or at work on a picture or a text: it is no time to show another card. */
export function isBusy({ buying, changing, instance }: EditorState): boolean {
  return buying === 'adding' || changing !== null || ['image', 'text'].includes(instance?.menu ?? '')
}
