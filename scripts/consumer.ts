import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGES, packPackages } from './packages.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Installs the packed packages in an empty folder, as npm would do it for an integrator: with React, and with what the packages
 * depend on, which are linked from where they already are.
 */
export async function installPackages(folder: string): Promise<void> {
  const tarballs = await packPackages()
  for (const name of PACKAGES) {
    const target = join(folder, 'node_modules/@portraitkit', name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', tarballs[name], '--strip-components=1', '-C', target])
    const { dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
    for (const dependency of Object.keys(dependencies)) link(folder, dependency, `packages/${name}`)
  }
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom']) link(folder, name, 'packages/widgets')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}

function link(folder: string, name: string, from: string): void {
  const place = join(folder, 'node_modules', name)
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(ROOT, from, 'node_modules', name), place)
}
