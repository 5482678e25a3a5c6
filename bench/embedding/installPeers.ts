import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cleanEnvironment, PNPM } from '../../scripts/install.mjs'

const here = import.meta.dirname
const { resolve } = createRequire(join(here, 'package.json'))
const stamp = join(here, 'node_modules/.installed-from')

/**
 * Installs the peers and Lighthouse, as locked next to this file, if they are missing. They are not in any package of the
 * workspace, so that starting a shop or running its tests does not wait for them.
 */
export function installPeers(): void {
  const lock = readFileSync(join(here, 'pnpm-lock.yaml'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  const flags = ['--frozen-lockfile', '--prefer-offline', '--ignore-workspace', '--ignore-scripts']
  execFileSync('npx', ['--yes', PNPM, 'install', ...flags], {
    cwd: here,
    env: { ...cleanEnvironment(process.env), CI: '1', NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(stamp, lock)
}

/** The folder of an installed package. */
export const folderOf = (name: string): string => join(here, 'node_modules', name)

export function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as { version: string }
  return version
}

/** A module of an installed package. The caller states its type: the compiler also runs without the package. */
export function importInstalled<Module>(name: string): Promise<Module> {
  return import(pathToFileURL(resolve(name)).href)
}
