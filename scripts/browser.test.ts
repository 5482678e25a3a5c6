import { chromium } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { installOtherBrowsers, launchBrowser, type Machine, NO_BROWSER, PLAYWRIGHTS, searchBrowser } from './browser.ts'

const DOWNLOAD = '/cache/playwright/chrome'

/** A machine with these programs; `installs` is what a command installs. */
function aMachine(programs: string[], given: Partial<Machine> & { installs?: Record<string, string> } = {}) {
  const there = new Set(programs)
  const ran: string[] = []
  const machine: Machine = {
    env: { PATH: '/usr/bin' },
    isRoot: false,
    exists: (path) => there.has(path),
    starts: async () => true,
    run: async (command, args) => {
      ran.push([command.split('/').at(-1), ...args].join(' '))
      const installed = Object.entries(given.installs ?? {}).find(([part]) => ran.at(-1)?.includes(part))
      if (installed) there.add(installed[1])
      return Boolean(installed)
    },
    downloaded: () => DOWNLOAD,
    say: () => undefined,
    ...given,
  }
  return { machine, ran }
}

describe('finding a browser', () => {
  it('uses CHROMIUM_PATH before anything else', async () => {
    const { machine } = aMachine(['/usr/bin/chromium', '/opt/mine'], { env: { CHROMIUM_PATH: '/opt/mine' } })
    expect(await searchBrowser(machine)).toBe('/opt/mine')
  })

  it('says that CHROMIUM_PATH is wrong instead of using another one', async () => {
    const { machine } = aMachine(['/usr/bin/chromium'], { env: { CHROMIUM_PATH: '/opt/gone' } })
    await expect(searchBrowser(machine)).rejects.toThrow('CHROMIUM_PATH names /opt/gone, which does not exist')
  })

  it('finds one on the PATH, otherwise one at a usual place, and installs nothing', async () => {
    const onPath = aMachine(['/my/bin/google-chrome', '/usr/bin/google-chrome'], { env: { PATH: '/my/bin:/bin' } })
    expect(await searchBrowser(onPath.machine)).toBe('/my/bin/google-chrome')
    const usual = aMachine(['/opt/google/chrome/google-chrome'], { env: {} })
    expect(await searchBrowser(usual.machine)).toBe('/opt/google/chrome/google-chrome')
    expect([...onPath.ran, ...usual.ran]).toEqual([])
  })

  it('prefers the one without windows', async () => {
    const { machine } = aMachine(['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'])
    expect(await searchBrowser(machine)).toBe('/usr/bin/chromium-headless-shell')
  })

  it('skips a stand-in that does not start', async () => {
    const { machine } = aMachine(['/usr/bin/chromium-browser', '/usr/bin/google-chrome'], {
      starts: async (path) => !path.endsWith('chromium-browser'),
    })
    expect(await searchBrowser(machine)).toBe('/usr/bin/google-chrome')
  })

  it("installs Debian's package as root", async () => {
    const { machine, ran } = aMachine(['/usr/bin/apt-get'], {
      isRoot: true,
      installs: { 'apt-get install': '/usr/bin/chromium-headless-shell' },
    })
    expect(await searchBrowser(machine)).toBe('/usr/bin/chromium-headless-shell')
    expect(ran).toHaveLength(2)
    expect(ran[0]).toMatch(/^apt-get update/)
  })

  it("downloads Playwright's if Debian's must not or cannot be installed", async () => {
    const installs = { 'cli.js install': DOWNLOAD }
    const person = aMachine(['/usr/bin/apt-get'], { installs })
    expect(await searchBrowser(person.machine)).toBe(DOWNLOAD)
    expect(person.ran).toHaveLength(1)
    const refused = aMachine(['/usr/bin/apt-get'], { isRoot: true, installs })
    expect(await searchBrowser(refused.machine)).toBe(DOWNLOAD)
  })

  it('uses an earlier download without asking for it again', async () => {
    const { machine, ran } = aMachine([DOWNLOAD])
    expect(await searchBrowser(machine)).toBe(DOWNLOAD)
    expect(ran).toEqual([])
  })

  it('says in one sentence what to do if there is none', async () => {
    await expect(searchBrowser(aMachine([]).machine)).rejects.toThrow(NO_BROWSER)
    expect(NO_BROWSER.match(/[.!?]/g)).toHaveLength(1)
  })
})

describe('the other browsers', () => {
  const installs = { 'apt-get install': '/usr/bin/firefox-esr' }

  it('are installed together, only what is missing', async () => {
    const { machine, ran } = aMachine(['/usr/bin/apt-get', '/usr/bin/Xvfb'], { isRoot: true, installs })
    await installOtherBrowsers(machine)
    expect(ran.at(-1)).toMatch(/ firefox-esr webkit2gtk-driver$/)
    const complete = aMachine(['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'], { isRoot: true })
    await installOtherBrowsers(complete.machine)
    expect(complete.ran).toEqual([])
  })

  it('are reported as not proved where they cannot be installed', async () => {
    const heard: string[] = []
    const say = (text: string) => void heard.push(text)
    await installOtherBrowsers(aMachine([], { say }).machine)
    await installOtherBrowsers(aMachine(['/usr/bin/apt-get'], { say, isRoot: true }).machine)
    expect(heard.filter((text) => text.startsWith('Firefox and WebKit are not proved: '))).toHaveLength(2)
  })
})

// the first time on a machine it is installed, which takes a while
it('the browser of this machine opens a page', { timeout: 900_000 }, async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.setContent('<h1>Hello</h1>')
    expect(await page.textContent('h1')).toBe('Hello')
  } finally {
    await browser.close()
  }
})

it('what Playwright disables in a browser stays disabled', async () => {
  // a program that is not a browser, because Playwright's error names the program that did not start
  const failure = await chromium.launch({ executablePath: process.execPath, headless: true }).catch(String)
  const [, given = ''] = String(failure).match(/ --disable-features=(\S+)/) ?? []
  expect(given.split(',').sort()).toEqual([...PLAYWRIGHTS].sort())
})
