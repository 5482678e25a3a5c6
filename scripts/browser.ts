import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

/** The shell first: the same engine without windows and menus, in which opening a page costs half as much. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
]
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/opt/microsoft/msedge',
  '/opt/homebrew/bin',
]
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
/**
 * What a window of Chromium loads in addition to its page, each into a process of its own: its menus, and an empty page for the
 * next visit. It is two thirds of the cost of a visit, and nobody sees any of it.
 */
const UNSEEN = [
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIToolbarProcessOverheadExperiment',
  'SpareRendererForSitePerProcess',
]
/** What Playwright disables: of two lists Chromium uses the last one, so this one has to repeat these. */
export const PLAYWRIGHTS = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]
/** The arguments of a browser without a window. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHTS, ...UNSEEN].join(',')}`,
]
export const NO_BROWSER =
  'No browser was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one, and run the command again.'

/** The search's access to the machine. */
export interface Machine {
  env: Record<string, string | undefined>
  isRoot: boolean
  /** Whether there is a program at this path. */
  exists(path: string): boolean
  /** Whether the program starts and reports its version: a package manager's stand-in does not. */
  starts(path: string): Promise<boolean>
  /** Runs a program to its end; false if it fails. */
  run(command: string, args: string[]): Promise<boolean>
  /** The path of Playwright's own download, once it exists. */
  downloaded(): string
  say(text: string): void
}

/**
 * The path of a Chromium: CHROMIUM_PATH, otherwise one of the machine's, otherwise Debian's package if it may be installed,
 * otherwise Playwright's download. Fails with one sentence that says what to do.
 */
export async function searchBrowser(machine: Machine): Promise<string> {
  const { CHROMIUM_PATH, PATH = '' } = machine.env
  if (CHROMIUM_PATH) {
    if (machine.exists(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist: correct it or unset it.`)
  }
  const folders = [...PATH.split(delimiter).filter(Boolean), ...PLACES]
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATIONS]
  const found = await firstThatStarts(machine, candidates)
  if (found) return found

  if (machine.isRoot && folders.some((folder) => machine.exists(join(folder, 'apt-get')))) {
    machine.say("Installing a browser for the tests (Debian's chromium-headless-shell) …")
    await installDebianPackages(machine, ['chromium-headless-shell', 'fonts-liberation'])
    const installed = await firstThatStarts(machine, ['/usr/bin/chromium-headless-shell'])
    if (installed) return installed
  }
  if (!machine.exists(machine.downloaded())) {
    machine.say("Downloading a browser for the tests (Playwright's Chromium) …")
    const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js')
    await machine.run(process.execPath, [cli, 'install', '--no-progress', '--no-shell', 'chromium'])
  }
  const downloaded = await firstThatStarts(machine, [machine.downloaded()])
  if (downloaded) return downloaded
  throw new Error(NO_BROWSER)
}

/** Installs packages of Debian, for a user who may do that. */
async function installDebianPackages({ run }: Machine, names: readonly string[]): Promise<boolean> {
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  await run('apt-get', ['update', '-q', ...lock])
  return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...lock, ...names])
}

/** Debian's packages of the two other engines and their drivers, and the programs that these bring. */
const OTHER_ENGINES = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
}

/** Installs Firefox and WebKit where that can be done by itself; the journeys in them are left out where they are missing. */
export async function installOtherBrowsers(machine: Machine = thisMachine): Promise<void> {
  const missing = Object.entries(OTHER_ENGINES).flatMap(([path, name]) => (machine.exists(path) ? [] : name))
  if (missing.length === 0) return
  const canInstall = machine.isRoot && machine.exists('/usr/bin/apt-get')
  if (canInstall) machine.say(`Installing further browsers for the tests (${missing.join(', ')}) …`)
  const isInstalled = canInstall && (await installDebianPackages(machine, missing))
  if (!isInstalled) machine.say(`Firefox and WebKit are not proved: ${missing.join(', ')} could not be installed.`)
}

async function firstThatStarts(machine: Machine, candidates: string[]): Promise<string | undefined> {
  for (const path of candidates) if (machine.exists(path) && (await machine.starts(path))) return path
  return undefined
}

const execute = promisify(execFile)
const succeeds = (run: Promise<unknown>): Promise<boolean> =>
  run.then(
    () => true,
    () => false,
  )

const thisMachine: Machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  starts: (path) => succeeds(execute(path, ['--version'], { timeout: 20_000 })),
  run: (command, args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return succeeds(execute(command, args, { env, timeout: 600_000, maxBuffer: 1 << 26 }))
  },
  downloaded: () => chromium.executablePath(),
  say: (text) => process.stderr.write(`${text}\n`),
}

let found: Promise<string> | undefined

/** The path of a Chromium on this machine, searched once per process. */
export function findBrowser(): Promise<string> {
  found ??= searchBrowser(thisMachine)
  return found
}

/** A new headless browser, or a connection to the one that a run of tests has started (`serveBrowser`); close it. */
export async function launchBrowser(): Promise<Browser> {
  const served = process.env[SERVED]
  if (served) return patient(await chromium.connect(served))
  return patient(await chromium.launch({ executablePath: await findBrowser(), args: FLAGS, headless: true }))
}

/** Waits in all windows take at most a minute: twice what is usual, for a busy machine. */
function patient(browser: Browser): Browser {
  const openContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await openContext(options)
    context.setDefaultTimeout(60_000)
    return context
  }
  return browser
}

/** One browser for several programs, and the environment by which they find it. */
export type ServedBrowser = { env: Record<string, string>; close(): Promise<void> }

/** The variable by which the programs of one run find the shared browser. */
const SERVED = 'PORTRAITKIT_BROWSER'

/** Starts one browser for all programs that get its `env`. Whatever they open ends with it. */
export async function serveBrowser(): Promise<ServedBrowser> {
  const server = await chromium.launchServer({ executablePath: await findBrowser(), args: FLAGS, headless: true })
  return { env: { [SERVED]: server.wsEndpoint() }, close: () => server.close() }
}
