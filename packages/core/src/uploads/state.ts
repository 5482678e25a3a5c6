import { proxy, ref, subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type OwnPicture, uploads } from './contract.ts'
import { isPicture, queuedFile, sendAll, type UploadFile } from './queue.ts'

/** The customer's own pictures and the current uploads: `shop.part(createUploads)`. */
export type UploadsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  images: readonly OwnPicture[]
  /** The last selected files, until they are dismissed. */
  files: UploadFile[]
  sending: 'idle' | 'sending' | 'over'
  /** Whether all of the last selected files arrived; null until all are finished. */
  result: boolean | null
  /** The names of selected files that are not pictures. */
  leftOut: readonly string[]
}

export type Uploads = {
  readonly state: UploadsState
  /** Loads the recent images once. */
  load(): Promise<void>
  /** Loads them again; if that fails, the old ones stay. */
  refresh(): Promise<void>
  /** Sends the pictures among the files. Returns whether all of them arrived. */
  add(files: Iterable<File>): Promise<boolean>
  /** Sends files without an answer again. */
  again(): Promise<boolean>
  /** Stops sending. */
  stop(): void
  /** Clears the result of the last files. */
  dismiss(): void
  /** Deletes a picture. Rejects with a ShopError. */
  remove(uuid: string): Promise<void>
}

export function createUploads(shop: Shop): Uploads {
  const state = proxy<UploadsState>(emptyState())
  const library = createLibrary(shop, state)
  const sending = createSending(shop, state, library)
  const userUuid = () => shop.session.state.user?.uuid
  // The customer at the last check.
  let seen = userUuid()

  function forget(): void {
    library.drop()
    sending.stop()
    Object.assign(state, emptyState())
  }

  // 001 §4: recent images reload when the user changes. A lost session does not show who comes next.
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
  /** Drops the running request and the owner. */
  drop(): void
  /** The owner of these pictures. */
  owner(): string | undefined
}

/** The pictures on the server. */
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
      // The running request may not include it yet.
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

/** The uploads. */
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
    // marked before another worker searches for one
    if (entry) entry.status = 1
    return entry && file ? { entry, file } : undefined
  }

  function start(): Promise<void> {
    if (sending) return sending.over
    const control = new AbortController()
    Object.assign(state, { sending: 'sending', result: null })
    const over = sendAll(takeNext, { shop, signal: control.signal, onStored: show }).finally(() => {
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
      // without a picture among them, it still has to finish and report the others
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
