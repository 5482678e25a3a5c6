import { proxy, ref, subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type OwnPicture, uploads } from './contract.ts'
import { isPicture, queuedFile, sendAll, type UploadFile } from './queue.ts'

/** The customer's own pictures and the files on their way: `shop.part(createUploads)`. */
export type UploadsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  images: readonly OwnPicture[]
  /** The files that were chosen last, until they are dismissed. */
  files: UploadFile[]
  sending: 'idle' | 'sending' | 'over'
  /** Whether all files of the last choice arrived; null until all are over. */
  result: boolean | null
  /** What was chosen and is no picture, by name. */
  leftOut: readonly string[]
}

export type Uploads = {
  readonly state: UploadsState
  /** Loads the recent images once. */
  load(): Promise<void>
  /** Loads them anew; where that fails those that are there stay. */
  refresh(): Promise<void>
  /** Sends the pictures among the files. Answers whether all of them arrived. */
  add(files: Iterable<File>): Promise<boolean>
  /** Sends again what got no answer. */
  again(): Promise<boolean>
  /** Sends nothing more. */
  stop(): void
  /** Forgets how the last files fared. */
  dismiss(): void
  /** Deletes a picture. Rejects with a ShopError. */
  remove(uuid: string): Promise<void>
}

export function createUploads(shop: Shop): Uploads {
  const state = proxy<UploadsState>(emptyState())
  const library = createLibrary(shop, state)
  const sending = createSending(shop, state, library)
  const userUuid = () => shop.session.state.user?.uuid
  // Who was signed in when that was last looked at.
  let seen = userUuid()

  function forget(): void {
    library.drop()
    sending.stop()
    Object.assign(state, emptyState())
  }

  // 001 §4: recent images reload when the user changes. A session that was lost says nothing about who comes next.
  subscribe(shop.session.state, () => {
    const now = userUuid()
    if (now === seen) return
    seen = now
    if (now === undefined) return
    const wasLoaded = state.status !== 'idle'
    const owner = library.owner()
    if (owner !== undefined && owner !== now) forget()
    if (wasLoaded) void library.refresh()
  })
  shop.events.on('pk-logout', forget)
  onLanguageChange(shop, () => {
    for (const { refusal } of state.files) if (refusal) refusal.text = ''
  })

  return { state, load: library.load, refresh: library.refresh, remove: library.remove, ...sending }
}

type Library = Pick<Uploads, 'load' | 'refresh' | 'remove'> & {
  /** Shows a picture that has just arrived. */
  show(picture: OwnPicture): void
  /** Drops what is being fetched, and whose pictures these were. */
  drop(): void
  /** Whose pictures these are. */
  owner(): string | undefined
}

/** The pictures that the server has. */
function createLibrary(shop: Shop, state: UploadsState): Library {
  const userUuid = () => shop.session.state.user?.uuid
  let request = 0
  let loading: Promise<void> | undefined
  let owner = userUuid()

  async function fetchImages(): Promise<void> {
    const mine = ++request
    if (state.status !== 'ready') state.status = 'loading'
    try {
      const images = await shop.call(uploads.recent, {})
      if (mine !== request) return
      Object.assign(state, { status: 'ready', images: ref(images) })
      owner = userUuid()
    } catch (error) {
      if (!isShopError(error)) throw error
      if (mine !== request) return
      loading = undefined
      if (state.status === 'loading') state.status = 'failed'
    }
  }

  return {
    load: () => (loading ??= fetchImages()),
    refresh: () => (loading = fetchImages()),
    show(picture) {
      // What is being fetched may not have it yet.
      request += 1
      const others = state.images.filter(({ uuid }) => uuid !== picture.uuid)
      Object.assign(state, { status: 'ready', images: ref([picture, ...others]) })
    },
    async remove(uuid) {
      await shop.call(uploads.remove, { uuid })
      request += 1
      state.images = ref(state.images.filter((picture) => picture.uuid !== uuid))
    },
    drop() {
      request += 1
      loading = undefined
      owner = undefined
    },
    owner: () => owner,
  }
}

/** The files on their way there. */
function createSending(
  shop: Shop,
  state: UploadsState,
  { show, refresh }: Library,
): Pick<Uploads, 'add' | 'again' | 'stop' | 'dismiss'> {
  const queuedFiles = new Map<number, File>()
  let sending: { over: Promise<void>; control: AbortController } | undefined
  let lastId = 0

  function takeNext() {
    const entry = state.files.find(({ status }) => status === 0)
    const file = entry && queuedFiles.get(entry.id)
    // taken before anybody else looks for one
    if (entry) entry.status = 1
    return entry && file ? { entry, file } : undefined
  }

  function start(): Promise<void> {
    if (sending) return sending.over
    const control = new AbortController()
    Object.assign(state, { sending: 'sending', result: null })
    const over = sendAll(takeNext, { shop, signal: control.signal, onKept: show }).finally(() => {
      if (control.signal.aborted) return
      sending = undefined
      const areAllThere = state.files.length > 0 && state.files.every(({ status }) => status === 2)
      Object.assign(state, { sending: 'over', result: areAllThere })
      void refresh()
    })
    sending = { over, control }
    return over
  }

  function dismiss(): void {
    if (sending) return
    queuedFiles.clear()
    Object.assign(state, { files: [], sending: 'idle', result: null, leftOut: [] })
  }

  return {
    async add(selected) {
      const all = [...selected]
      if (!sending) dismiss()
      state.leftOut = [...state.leftOut, ...all.filter((file) => !isPicture(file)).map(({ name }) => name)]
      for (const file of all.filter(isPicture)) {
        const entry = queuedFile(++lastId, file)
        queuedFiles.set(entry.id, file)
        state.files.push(entry)
      }
      // where none is a picture, that has to be told too
      if (all.length === 0) return false
      await start()
      return state.result === true
    },
    async again() {
      for (const entry of state.files) {
        if (entry.status === -1 && !entry.refusal) Object.assign(entry, { status: 0, progress: 0 })
      }
      await start()
      return state.result === true
    },
    stop() {
      sending?.control.abort()
      sending = undefined
      dismiss()
    },
    dismiss,
  }
}

function emptyState(): UploadsState {
  return { status: 'idle', images: ref([]), files: [], sending: 'idle', result: null, leftOut: [] }
}
