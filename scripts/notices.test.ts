import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { isAllowedLicense, renderNotices, type ShippedPackage, shippedPackages } from './notices.ts'

const root = join(import.meta.dirname, '..')
const shipped = shippedPackages(root)

it('every shipped package is under a licence that the project may pass on', () => {
  expect(shipped.filter(({ license, name }) => !isAllowedLicense(license, name))).toEqual([])
})

it('distinguishes the licences that it may not pass on, and the exceptions', () => {
  for (const good of ['MIT', 'MIT OR GPL-3.0-only', '(MIT AND Apache-2.0)', 'BSD-3-Clause', 'OFL-1.1'])
    expect(isAllowedLicense(good, 'koa')).toBe(true)
  for (const bad of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'AGPL-3.0-or-later',
    'none declared',
    'LGPL-3.0-or-later',
    'CC-BY-4.0',
  ])
    expect(isAllowedLicense(bad, 'koa')).toBe(false)
  expect(isAllowedLicense('LGPL-3.0-or-later', '@img/sharp-libvips-*')).toBe(true)
  expect(isAllowedLicense('MIT AND CC-BY-4.0', '@dicebear/toon-head')).toBe(true)
})

it('follows dependencies of dependencies, and leaves development out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portraitkit-notices-'))
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  try {
    const store = 'node_modules/.pnpm/koa@3/node_modules'
    write(`${store}/koa/package.json`, {
      name: 'koa',
      version: '3',
      license: 'MIT',
      dependencies: { ms: '1' },
      author: 'A <a@b.c>',
    })
    write(`${store}/ms/package.json`, { name: 'ms', version: '1', licenses: [{ type: 'ISC' }, { type: 'MIT' }] })
    write('node_modules/vitest/package.json', { name: 'vitest', version: '5', license: 'MIT' })
    write('packages/server/package.json', { dependencies: { koa: '3' }, devDependencies: { vitest: '5' } })
    mkdirSync(join(folder, 'packages/server/node_modules'))
    symlinkSync(join(folder, store, 'koa'), join(folder, 'packages/server/node_modules/koa'))
    expect(shippedPackages(folder)).toEqual([
      { name: 'koa', version: '3', license: 'MIT', author: 'A', text: '' },
      { name: 'ms', version: '1', license: 'ISC OR MIT', author: '', text: '' },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('prints a text shared by several packages once, with every copyright line', () => {
  const aPackage = (name: string, copyright: string): ShippedPackage => ({
    name,
    version: '1.0.0',
    license: 'MIT',
    author: '',
    text: `MIT License\n\nCopyright (c) ${copyright}\n\nPermission is hereby granted, free of charge`,
  })
  const text = renderNotices([aPackage('koa', '2019 Koa'), aPackage('ms', '2020 Vercel')])
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(1)
  expect(text).toContain('- koa 1.0.0: Copyright (c) 2019 Koa\n- ms 1.0.0: Copyright (c) 2020 Vercel')
})
