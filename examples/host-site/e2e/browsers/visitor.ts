import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import type * as pageReader from './pageReader.ts'
import type { Heard, Name } from './pageReader.ts'

export type Point = { x: number; y: number }

/** A window of a browser, as its driver offers it: nothing that a person could not do, and reading. */
export type Driver = {
  /** Evaluates an expression in the page; its value is JSON. */
  evaluate(expression: string): Promise<unknown>
  goto(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  address(): Promise<string>
  click(at: Point): Promise<void>
  drag(from: Point, to: Point): Promise<void>
  /** Two fingers on either side of a point, which move apart or together: the distances between them. Absent where the driver has one pointer. */
  pinch?(middle: Point, from: number, to: number): Promise<void>
  type(text: string): Promise<void>
  /** `Tab`, `Enter`, `Escape`, `Space`, `ArrowDown`, with `Control+` or `Shift+` before it. */
  key(name: string): Promise<void>
  /** Opens another tab or window of the same session, which what follows is about. */
  openTab(): Promise<void>
  /** Closes it: what follows is about the first one again. */
  closeTab(): Promise<void>
  /** The file that an action downloads. */
  download(action: () => Promise<void>): Promise<{ name: string; bytes: Buffer }>
  screenshot(): Promise<Buffer>
  /** The page as it is printed, as PDF; absent where the driver cannot print. */
  print?(): Promise<Buffer>
  /** Script errors and failed requests, where the driver reports them. */
  troubles: readonly string[]
  quit(): Promise<void>
}

type Words = string | RegExp

/** A person at a window: sees names, presses, writes, uses keys. Everything waits for what it needs, at most a minute. */
export type Visitor = Omit<Driver, 'evaluate' | 'click' | 'drag' | 'pinch'> & {
  waitFor(role: string, name: Words): Promise<void>
  waitUntilGone(role: string, name: Words): Promise<void>
  /** All texts of the page. */
  text(): Promise<string>
  count(role: string, name: Words): Promise<number>
  /** The whole name of the first such element. */
  nameOf(role: string, name: Words): Promise<string>
  waitUntilEnabled(role: string, name: Words): Promise<void>
  press(role: string, name: Words): Promise<void>
  /** Drags from the middle of an element. */
  dragBy(role: string, name: Words, by: Point): Promise<void>
  /** Moves two fingers apart on the middle of an element; absent where the driver has one pointer. */
  pinchOut?(role: string, name: Words, factor: number): Promise<void>
  /** How wide the first image within an element is, in pixels. */
  imageWidth(role: string, name: Words): Promise<number>
  /** Replaces the content of a field. */
  write(label: Words, text: string): Promise<void>
  /** Replaces the content of an element that has no label. */
  writeInto(role: string, name: Words, text: string): Promise<void>
  /** Presses Tab until an element has the focus. */
  tabTo(role: string, name: Words): Promise<void>
  tabToField(label: Words): Promise<void>
  focused(): Promise<Heard | null>
  isFocused(role: string, name: Words): Promise<boolean>
  keys(...names: string[]): Promise<void>
}

const MAX_WAIT_MS = 60_000
const PAUSE_MS = 100
/** How far two fingers are apart before they move, in pixels. */
const FINGERS = 60

/** The name of the reader in the page. */
const READER = 'journeyReader'

let bundle: Promise<string> | undefined

/** The reader's code, as one expression that can be followed by a property. */
async function readerCode(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'pageReader.ts'),
        formats: ['iife'],
        name: 'reader',
        fileName: 'reader',
      },
    },
  })) as Rolldown.RolldownOutput[]
  return output[0]?.output[0].code ?? ''
}

/** Runs code in the page, with `reader` in it, which is sent once to each document. */
async function openReader(driver: Driver): Promise<(body: string) => Promise<unknown>> {
  bundle ??= readerCode()
  const code = await bundle
  return async (body) => {
    const look = `globalThis.${READER} ? { value: ((reader) => { ${body} })(${READER}) } : null`
    const read = () => driver.evaluate(`(${look})`) as Promise<{ value: unknown } | null>
    const first = await read()
    if (first) return first.value
    await driver.evaluate(`(() => { ${code}; globalThis.${READER} = reader; return true })()`)
    return (await read())?.value
  }
}

/** Gives a person a window. */
export async function createVisitor(driver: Driver): Promise<Visitor> {
  const run = await openReader(driver)
  const call = (name: keyof typeof pageReader, ...values: unknown[]) =>
    `reader.${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`
  const elementsWith = (role: string, name: Words) => call('visible', role, wire(name))
  const fields = (label: Words) => call('fields', wire(label))

  const outline = async () => `${await run(`return ${call('outline')}`)}`
  const waitUntil = async <T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> => {
    const end = Date.now() + MAX_WAIT_MS
    for (;;) {
      const seen = await look().catch(unlessLeaving)
      if (seen) return seen
      if (Date.now() > end) throw new Error(`${what} at ${await driver.address()}\n${await outline()}`)
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
  }
  const count = async (role: string, name: Words) => Number(await run(`return ${elementsWith(role, name)}.length`))
  const press = async (elements: string, what: string) => driver.click(await place(elements, what))
  const replace = async (elements: string, what: string, text: string) => {
    await press(elements, what)
    await driver.key('Control+a')
    await driver.type(text)
  }
  const focused = async () => (await run(`return ${call('focused')}`)) as Heard | null
  const isFocused = async (role: string, name: Words) => {
    const now = await focused()
    return now?.role === role && matches(now.name, name)
  }
  const tabUntil = async (what: string, isThere: () => Promise<boolean>) => {
    for (let step = 0; step < 80; step++) {
      if (await isThere()) return
      await driver.key('Tab')
    }
    throw new Error(`The Tab key does not reach ${what}:\n${await outline()}`)
  }
  const place = (elements: string, what: string) =>
    waitUntil(`${what} cannot be pressed`, () => run(placeOf(elements)) as Promise<Point | null>)

  return {
    ...driver,
    count,
    focused,
    isFocused,
    waitUntilEnabled: async (role, name) => {
      await place(elementsWith(role, name), `${role} ${name}`)
    },
    waitFor: async (role, name) => {
      await waitUntil(`There is no ${role} ${name}`, () => count(role, name))
    },
    waitUntilGone: async (role, name) => {
      await waitUntil(`There still is ${role} ${name}`, async () => (await count(role, name)) === 0)
    },
    text: async () => `${await run(`return ${call('texts')}`)}`,
    nameOf: (role, name) =>
      waitUntil(`There is no ${role} ${name}`, () =>
        run(`return reader.nameOf(${elementsWith(role, name)}[0])`),
      ) as Promise<string>,
    press: (role, name) => press(elementsWith(role, name), `${role} ${name}`),
    async dragBy(role, name, by) {
      const from = await place(elementsWith(role, name), `${role} ${name}`)
      await driver.drag(from, { x: from.x + by.x, y: from.y + by.y })
    },
    ...pinching(driver, (role, name) => place(elementsWith(role, name), `${role} ${name}`)),
    imageWidth: async (role, name) => Number(await run(`return reader.imageWidth(${elementsWith(role, name)}[0])`)),
    write: (label, text) => replace(fields(label), `The field ${label}`, text),
    writeInto: (role, name, text) => replace(elementsWith(role, name), `${role} ${name}`, text),
    tabTo: async (role, name) => {
      await waitUntil(`There is no ${role} ${name}`, () => count(role, name))
      await tabUntil(`${role} ${name}`, () => isFocused(role, name))
    },
    tabToField: async (label) => {
      await waitUntil(`There is no field ${label}`, () => run(`return ${fields(label)}.length`))
      await tabUntil(`the field ${label}`, async () => (await isFocused('textbox', label)) || isFocused('', label))
    },
    async keys(...names) {
      for (const name of names) await driver.key(name)
    },
  }
}

/** What a person can do with two fingers, if the driver has them. */
function pinching({ pinch }: Driver, place: (role: string, name: Words) => Promise<Point>): Pick<Visitor, 'pinchOut'> {
  if (!pinch) return {}
  return { pinchOut: async (role, name, factor) => pinch(await place(role, name), FINGERS, FINGERS * factor) }
}

const wire = (name: Words): Name => (typeof name === 'string' ? name : [name.source, name.flags])
const matches = (name: string, words: Words) =>
  typeof words === 'string' ? name.toLowerCase().includes(words.toLowerCase()) : words.test(name)

/** The middle of the first of the elements that is enabled and does not move, scrolled into view; null if there is none yet. */
const placeOf = (elements: string) => `
  const each = ${elements}[0]
  if (!each || each.disabled || each.ariaDisabled === 'true') return null
  const before = each.getBoundingClientRect()
  if (before.top < 0 || before.bottom > innerHeight) each.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = each.getBoundingClientRect()
  const place = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const last = globalThis.lastPlace
  globalThis.lastPlace = JSON.stringify(place)
  return last === globalThis.lastPlace ? place : null`

/** A page that is being left answers nothing for a moment. */
function unlessLeaving(error: Error): null {
  if (
    /navigat|context|destroyed|unload|stale|no such window|closed|aborted|load/i.test(`${error.name} ${error.message}`)
  )
    return null
  throw error
}
