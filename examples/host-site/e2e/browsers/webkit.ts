import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../../../packages/server/src/testing/buildProcess.ts'
import type { Driver, Point } from './visitor.ts'

/** Debian's packages: webkit2gtk-driver, which brings the library, and xvfb. */
const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY = '/usr/bin/Xvfb'

/** The path of WebKit's driver on this machine, if it can be used here. */
export const webKitPath = (): string | undefined => ([DRIVER, DISPLAY].every(existsSync) ? DRIVER : undefined)

const KEYS: Readonly<Record<string, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  ArrowDown: Key.ARROW_DOWN,
  ArrowRight: Key.ARROW_RIGHT,
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
}

/** A new window of WebKitGTK, which stores nothing on the disk, as a private window; it shows its pages on a display in memory. */
export async function openWebKit(path: string, viewport: { width: number; height: number }): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'pk-webkit-'))
  const downloads = join(home, 'Downloads')
  await mkdir(join(home, '.config'))
  await mkdir(downloads)
  await writeFile(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const { display, screen } = await startDisplay()
  const port = await freePort()
  const env = { ...process.env, HOME: home, DISPLAY: display, XDG_CONFIG_HOME: join(home, '.config') }
  const service = spawn(path, [`--port=${port}`], { env, stdio: 'ignore' })
  const driver = await connect(port)
  await driver
    .manage()
    .window()
    .setRect({ ...viewport, x: 0, y: 0 })
  const first = await driver.getWindowHandle()
  return {
    ...controls(driver),
    async openTab() {
      // A tab would not get the pointer and the keys.
      await driver.switchTo().newWindow('window')
    },
    async closeTab() {
      await driver.close()
      await driver.switchTo().window(first)
    },
    async download(action) {
      const before = new Set(await readdir(downloads))
      await action()
      for (let look = 1; ; look++) {
        const files = await readdir(downloads)
        const name = files.find((each) => !before.has(each) && !each.endsWith('.wkdownload'))
        // Where the page moved under the pointer, nothing begins, and a person presses again.
        if (look % 150 === 0 && files.every((each) => before.has(each))) await action()
        // The file has its name at once, and next to it another one until it is whole.
        if (name && !files.some((each) => each.endsWith('.wkdownload'))) {
          return { name, bytes: await readFile(join(downloads, name)) }
        }
        await new Promise((done) => setTimeout(done, 100))
      }
    },
    async quit() {
      await driver.quit().catch(() => undefined)
      for (const program of [service, screen]) await end(program)
      await rm(home, { recursive: true, force: true })
    },
  }
}

type Controls = Omit<Driver, 'openTab' | 'closeTab' | 'download' | 'quit'>

function controls(driver: WebDriver): Controls {
  const actions = () => driver.actions({ async: true })
  const at = ({ x, y }: Point, duration = 0) => ({ x, y, duration, origin: Origin.VIEWPORT })
  return {
    troubles: [],
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    goto: (address) => driver.get(address),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    address: () => driver.getCurrentUrl(),
    click: (place) => actions().move(at(place)).click().perform(),
    drag: (from, to) => actions().move(at(from)).press().move(at(to, 300)).release().perform(),
    type: (text) => actions().sendKeys(text).perform(),
    async key(name) {
      const parts = name.split('+').map((part) => KEYS[part] ?? part)
      const chain = actions()
      for (const part of parts) chain.keyDown(part)
      for (const part of parts.reverse()) chain.keyUp(part)
      await chain.perform()
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  }
}

async function connect(port: number): Promise<WebDriver> {
  const options = { binary: await findMiniBrowser(), args: ['--automation'] }
  const build = () =>
    new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options })
      .build()
  for (let look = 0; ; look++) {
    try {
      return await build()
    } catch (error) {
      if (look > 50 || !/ECONNREFUSED/.test(`${error}`)) throw error
      await new Promise((done) => setTimeout(done, 200))
    }
  }
}

/** The small browser that WebKitGTK brings for tests, in the folder of this machine's architecture. */
async function findMiniBrowser(): Promise<string> {
  const folders = (await readdir('/usr/lib')).filter((name) => name.endsWith('-linux-gnu'))
  const found = folders.map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`).find(existsSync)
  if (!found) throw new Error('webkit2gtk-driver is installed without its browser (MiniBrowser)')
  return found
}

/** A display in memory, at a free number. */
async function startDisplay(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn(DISPLAY, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { display: `:${`${number}`.trim()}`, screen }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  program.kill()
  await once(program, 'exit')
}
