import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPackedEntries } from '../../../bench/bytes/views.ts'
import { installPackages } from '../../../scripts/consumer.ts'
import { PACKAGES, packPackages } from '../../../scripts/packages.ts'
import { findOversized, kilobytesOf, packageLimits } from '../sizeLimits.ts'
import { cssParts } from './cssParts.ts'
import { surfaces } from './surfaces.ts'
import { themeTokens } from './theme/lookCss.ts'
import { neutralLook } from './theme/neutralLook.ts'

// The packages as integrators get them: packed, and used from an empty folder outside the workspace.

const root = join(import.meta.dirname, '../../..')
let folder: string
let packed: Awaited<ReturnType<typeof packPackages>>
const installed = (name: string) => join(folder, 'node_modules/@portraitkit', name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-consumer-'))
  packed = await packPackages()
  await installPackages(folder)
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every export that has types, each module of a pattern included; what is not code has none. */
const scriptEntries = (exports: Record<string, string | { default: string }>) =>
  Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string' || target.default.endsWith('.css')) return []
    if (!entry.includes('*')) return [entry]
    return globSync('**/*.js', { cwd: installed('core') }).map((file) => entry.replace('*.js', file))
  })
const runInNode = (script: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' })
const manifest = async (name: string) => JSON.parse(await readFile(join(installed(name), 'package.json'), 'utf8'))

describe.each(PACKAGES)('the package %s', (name) => {
  it('[EMB-7] has the structure that bundlers and editors expect', async () => {
    const { messages } = await publint({ pkgDir: installed(name), pack: false, strict: true })
    expect(messages).toEqual([])
    const bytes = await readFile(packed[name])
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)), {
      entrypoints: scriptEntries((await manifest(name)).exports),
    })
    const problems = 'problems' in analysis ? analysis.problems : ['no types']
    // For bundlers and for Node's own modules. What can only read CommonJS is not supported: neither node10, which knows no
    // exports, nor a script that requires the packages, which the Nodes that they run on let import modules anyway.
    const old = (problem: (typeof problems)[number]) =>
      typeof problem === 'object' &&
      'resolutionKind' in problem &&
      ['node10', 'node16-cjs'].includes(String(problem.resolutionKind))
    expect(problems.filter((problem) => !old(problem))).toEqual([])
  })

  it('[EMB-7] says where it comes from, and where to say what is wrong with it', async () => {
    const { repository, homepage, bugs, keywords, engines } = await manifest(name)
    const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect(repository).toEqual({ ...own.repository, directory: `packages/${name}` })
    expect([homepage, bugs]).toEqual([own.homepage, own.bugs])
    for (const address of [repository.url, homepage, bugs.url]) expect(address).toMatch(/^(?:git\+)?https:\/\/\S+$/)
    expect(keywords.length).toBeGreaterThan(3)
    expect(engines).toEqual({ node: '>=22' })
  })

  it('contains its licence, a readme and nothing that only tests need', async () => {
    const files = globSync('**/*', { cwd: installed(name) })
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(
      files.filter((file) => /\.test\.|\/(?:build|test|a)[A-Z]\w*\.(?:js|d\.ts)$|\/(?:fixtures|testing)\//.test(file)),
    ).toEqual([])
  })

  it('[EMB-7] is imported in Node without a document, and leaves no globals behind', async () => {
    const { exports } = await manifest(name)
    const entries = Object.keys(exports)
      .filter((entry) => !/\*|\.(?:json|css)$/.test(entry))
      .map((entry) => `@portraitkit/${name}${entry.slice(1)}`)
    const output = runInNode(`
      const before = new Set(Reflect.ownKeys(globalThis))
      for (const entry of ${JSON.stringify(entries)}) await import(entry)
      console.log(JSON.stringify(Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String)))`)
    expect(entries).not.toEqual([])
    // zod, on which core depends, adds its own: only the shop's packages are checked.
    expect(JSON.parse(output).filter((key: string) => !key.startsWith('__zod_'))).toEqual([])
  })
})

describe('the package core', () => {
  it('[EMB-7] has one documented entry, and its modules only for widgets of the same version', async () => {
    expect(Object.keys((await manifest('core')).exports)).toEqual(['.', './internal/*.js', './package.json'])
    const refused = runInNode(`console.log(await import('@portraitkit/core/cart/state').catch(({ code }) => code))`)
    expect(refused.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  it('[EMB-7] has the same functions in its entry and in its modules', () => {
    const output = runInNode(`
      const core = await import('@portraitkit/core')
      const { createCart } = await import('@portraitkit/core/internal/cart/state.js')
      const { createShop } = await import('@portraitkit/core/internal/shop.js')
      console.log(core.createCart === createCart, core.createShop === createShop)`)
    expect(output.trim()).toBe('true true')
  })

  it('has calls without schemas, ids of texts, and a source map of each script that leads to the line', async () => {
    const read = (file: string) => readFile(join(installed('core'), file), 'utf8')
    const contract = await read('cart/contract.js')
    expect(contract).toContain('name: "cart.addLines"')
    expect(contract).not.toMatch(/\b(?:input|answer): \(\) =>/)
    expect(await read('formFaults.js')).toMatch(/id: "[\w-]{6}",\s+message: "Invalid email"/)
    const scripts = globSync('**/*.js', { cwd: installed('core') }).filter((file) => !file.startsWith('valtio'))
    for (const file of scripts) expect(await read(file), file).toContain('//# sourceMappingURL=')
    const script = (await read('cart/contract.js')).split('\n')
    const line = script.findIndex((text) => text.includes('name: "cart.addLines"'))
    const map = new SourceMap(JSON.parse(await read('cart/contract.js.map')))
    const origin = map.findEntry(line, script[line]?.indexOf('name') ?? 0)
    const source = (await readFile(join(root, 'packages/core/src/cart/contract.ts'), 'utf8')).split('\n')
    expect('originalLine' in origin && source[origin.originalLine]).toContain("name: 'cart.addLines'")
  })
})

describe('the package widgets', () => {
  it('[EMB-7] contains nothing of core, and depends on exactly the version with which it was built', async () => {
    const { version, dependencies } = await manifest('widgets')
    expect(dependencies).toEqual({ '@portraitkit/core': version })
    const files = globSync('**/*.{js,d.ts}', { cwd: installed('widgets') })
    expect(files.filter((file) => file.startsWith('types/core'))).toEqual([])
    const texts = await Promise.all(files.map((file) => readFile(join(installed('widgets'), file), 'utf8')))
    expect(texts.filter((text) => /#region .*core\/src|function createShop\(/.test(text))).toEqual([])
    const names = texts.flatMap((text) =>
      [...text.matchAll(/["'](@portraitkit\/core[^"']*)["']/g)].map(([, name]) => name),
    )
    const modules = globSync('**/*.js', { cwd: installed('core') }).map((file) => `@portraitkit/core/internal/${file}`)
    expect(names.length).toBeGreaterThan(100)
    expect([...new Set(names)].filter((name = '') => !modules.includes(name))).toEqual([])
    expect(texts.filter((text) => /["']valtio["'/]/.test(text))).toEqual([])
  })

  it('[EMB-2] says that React runs it in the browser, and leaves what is pure to a server', async () => {
    const { exports } = await manifest('widgets')
    const scripts = Object.entries<{ default: string }>(exports).filter(([, entry]) => entry.default?.endsWith('.js'))
    const starts = scripts.map(async ([name, entry]) => {
      const [line] = (await readFile(join(installed('widgets'), entry.default), 'utf8')).split('\n')
      return [name, line === '"use client";'] as const
    })
    const pure = (await Promise.all(starts)).flatMap(([name, isClient]) => (isClient ? [] : [name]))
    expect(pure).toEqual(['./elements', './router', './themes', './vue'])
  })

  it('[EMB-2] refuses React 18 with a sentence', async () => {
    const old = join(folder, 'react18')
    await mkdir(old)
    await writeFile(join(old, 'package.json'), '{ "type": "module" }')
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', 'react@18.3.1', 'react-dom@18.3.1'],
      { cwd: old },
    )
    await cp(join(folder, 'node_modules/@portraitkit'), join(old, 'node_modules/@portraitkit'), { recursive: true })
    for (const entry of ['@portraitkit/widgets', '@portraitkit/widgets/cart', '@portraitkit/widgets/elements']) {
      const script = `await import('${entry}').catch(({ message }) => console.log(message))`
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: old,
        encoding: 'utf8',
      })
      expect(output.trim(), entry).toBe(
        'Portraitkit needs React 19, and this page has React 18.3.1. Install it: npm install react@19 react-dom@19. A page that stays with React 18 can have the elements by the script tag, which needs no React.',
      )
    }
  })

  it('has a source map of each script that is made of sources', async () => {
    // made by the bundler: the boundary of a surface, and what only passes on names
    const isMade = (text: string) =>
      /\\0|^(?:import .*\n|"use client";\n)*export \{.*\}(?: from ".*")?;?\s*$/.test(text)
    const scripts = globSync('**/*.js', { cwd: installed('widgets') })
    const texts = await Promise.all(scripts.map((file) => readFile(join(installed('widgets'), file), 'utf8')))
    const without = texts.filter((text) => !/\n\/\/# sourceMappingURL=\S+\.js\.map\s*$/.test(text))
    expect(without.filter((text) => !isMade(text))).toEqual([])
    expect(texts.length - without.length).toBeGreaterThan(100)
  })

  it('[EMB-1] has each surface in a boundary', async () => {
    const isGuarded = async (tag: string) =>
      (await readFile(join(installed('widgets'), `${tag.slice(3)}.js`), 'utf8')).includes(`guarded("${tag}"`)
    const tags = Object.keys(surfaces)
    expect(await Promise.all(tags.map(isGuarded))).toEqual(tags.map(() => true))
  })

  it('[EMB-7] weighs no more, entry by entry, than the limits allow', async () => {
    expect(findOversized(kilobytesOf(await readPackedEntries(folder)), packageLimits)).toEqual([])
  })
})

describe('the types of the packages', () => {
  const imports = `
    import { createCart, createShop } from '@portraitkit/core'
    import { Root } from '@portraitkit/widgets'
    import { TemplateList } from '@portraitkit/widgets/template-list'
    import { registerAll } from '@portraitkit/widgets/elements'
    import { themes } from '@portraitkit/widgets/themes'
    import '@portraitkit/widgets/styles.css'
    `
  const right = `
    const cart = createShop({ api: '', provider: 'brightside' }).part(createCart)
    export const count: number = cart.state.count
    export const page = <Root provider="brightside" theme={themes.harbour}><TemplateList type="cards" /></Root>
    export const element = (
      <pk-template-list type="calendars" provider="brightside" onpk-cart-change={({ detail }) => detail.count + 1} />
    )
    await registerAll(['pk-shop'], { provider: 'brightside' })
    const shop = document.querySelector('pk-shop')
    if (shop) shop.headless = true
    const receipt: string | undefined = await shop?.hrefOf('receipt', { orderUuid: '1' })
    export const thanks = receipt
    document.addEventListener('pk-purchase-success', ({ detail }) => detail.totalPrice.toFixed())`
  const wrong = {
    'a word that an option does not know': '<pk-template-list type="mugs" />',
    'an option that there is not': '<TemplateList kind="cards" />',
    'what an event does not tell': '<pk-cart onpk-cart-change={({ detail }) => detail.total} />',
    'a view that the shop does not have': "(document.querySelector('pk-cart')?.navigate('basket'))",
    'a root without a provider': '<Root><TemplateList /></Root>',
  }

  it('[EMB-7] accept a page in React, elements in JSX and their events, and find mistakes', async () => {
    const files = Object.values(wrong).map((_jsx, index) => `wrong${index}.tsx`)
    const config = {
      compilerOptions: {
        ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', jsx: 'react-jsx', types: [] },
        ...{ lib: ['es2022', 'dom', 'dom.iterable'], exactOptionalPropertyTypes: true },
      },
      // the reference shop, as if copied by an integrator
      files: ['right.tsx', 'referenceShop.tsx', ...files],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await writeFile(join(folder, 'right.tsx'), imports + right)
    await copyFile(join(root, 'examples/host-site/src/main.tsx'), join(folder, 'referenceShop.tsx'))
    for (const [index, jsx] of Object.values(wrong).entries()) {
      await writeFile(join(folder, `wrong${index}.tsx`), `${imports} export const wrong = ${jsx}`)
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder, encoding: 'utf8' })
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
    expect(errors.filter((line) => !line.startsWith('wrong'))).toEqual([])
    for (const [index, what] of Object.keys(wrong).entries()) {
      expect(
        errors.filter((line) => line.startsWith(`wrong${index}.tsx`)),
        what,
      ).toHaveLength(1)
    }
  })
})

describe('the types for Vue', () => {
  it('[EMB-7] accept elements in a template, with options and events, and find mistakes', async () => {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(root, 'examples/vue/package.json'), 'utf8'),
    )
    const tools = {
      vue: dependencies.vue,
      'vue-tsc': devDependencies['vue-tsc'],
      typescript: devDependencies.typescript,
    }
    const place = join(folder, 'vue')
    await mkdir(place)
    await writeFile(join(place, 'package.json'), '{ "type": "module" }')
    const versions = Object.entries(tools).map(([name, version]) => `${name}@${version}`)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', ...versions], {
      cwd: place,
    })
    await cp(join(folder, 'node_modules/@portraitkit'), join(place, 'node_modules/@portraitkit'), { recursive: true })
    const page = (tag: string) => `<script setup lang="ts">
import '@portraitkit/widgets/vue'
const theme = { radius: 3 }
</script>
<template>${tag}</template>`
    const pages = {
      'Right.vue': `<pk-template-list class="list" type="calendars" provider="a" :theme="theme" @pk-cart-change="({ detail }) => detail.count + 1" />`,
      'Word.vue': '<pk-template-list type="mugs" />',
      'Option.vue': '<pk-template-list :headless="true" :type="1" />',
      'Event.vue': '<pk-cart @pk-cart-change="({ detail }) => detail.total" />',
    }
    for (const [file, tag] of Object.entries(pages)) await writeFile(join(place, file), page(tag))
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
    }
    const config = { compilerOptions: { ...compilerOptions, types: [], skipLibCheck: true }, files: Object.keys(pages) }
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = spawnSync(process.execPath, ['node_modules/vue-tsc/bin/vue-tsc.js', '-p', '.'], {
      cwd: place,
      encoding: 'utf8',
    })
    const found = stdout.split('\n').flatMap((line) => /^(\w+\.vue)\(.*error TS/.exec(line)?.[1] ?? [])
    expect([...new Set(found)].sort(), stdout).toEqual(['Event.vue', 'Option.vue', 'Word.vue'])
  })
})

describe('the list of elements', () => {
  it('[EMB-7] lists every element with its options, events and parts, for tools and editors', async () => {
    const read = async (file: string) =>
      JSON.parse(await readFile(join(folder, 'node_modules/@portraitkit/widgets', file), 'utf8'))
    const { customElements, version } = await manifest('widgets')
    const { modules } = await read(customElements)
    const [{ declarations, exports, path }] = modules
    const tags = Object.keys(surfaces)
    expect(declarations.map(({ tagName }: { tagName: string }) => tagName)).toEqual(tags)
    expect(exports.map(({ name }: { name: string }) => name)).toEqual(tags)
    expect(globSync(path, { cwd: join(folder, 'node_modules/@portraitkit/widgets') })).toEqual([path])
    const list = declarations.find(({ tagName }: { tagName: string }) => tagName === 'pk-template-list')
    expect(list.attributes).toContainEqual(
      expect.objectContaining({
        name: 'type',
        fieldName: 'type',
        type: { text: "'cards' | 'calendars' | 'photogifts'" },
      }),
    )
    expect(list.slots.map(({ name }: { name: string }) => name)).toEqual(['empty'])
    expect(list.members).toContainEqual(expect.objectContaining({ kind: 'method', name: 'navigate' }))
    expect(list.cssParts.map(({ name }: { name: string }) => name)).toContain('button')
    const tokens = list.cssProperties.map(({ name }: { name: string }) => name)
    expect(tokens.toSorted()).toEqual(Object.keys(themeTokens(neutralLook)).toSorted())
    const { tags: known } = await read('html-custom-data.json')
    expect(known.map(({ name }: { name: string }) => name)).toEqual(tags)
    const webTypes = await read((await manifest('widgets'))['web-types'])
    const { elements } = webTypes.contributions.html
    expect([webTypes.version, elements.map(({ name }: { name: string }) => name)]).toEqual([version, tags])
    const element = elements.find(({ name }: { name: string }) => name === 'pk-template-list')
    expect(element.attributes).toContainEqual(
      expect.objectContaining({ name: 'type', value: { type: "'cards' | 'calendars' | 'photogifts'" } }),
    )
    expect(element.js.events).toContainEqual(expect.objectContaining({ name: 'pk-navigate' }))
    expect([element.slots, element.css.parts]).toEqual([list.slots, list.cssParts])
    const { properties, $defs } = await read('options.schema.json')
    expect(Object.keys(properties)).toEqual(tags)
    const { type, theme, ...others } = properties['pk-template-list'].properties
    expect([type.enum, theme.$ref]).toEqual([['cards', 'calendars', 'photogifts'], '#/$defs/theme'])
    expect([others.category.type, others.kind]).toEqual(['string', undefined])
    const { colours, radius } = $defs.theme.properties
    expect([radius.type, colours.properties.dark.properties.ink.pattern]).toEqual(['number', '^#[0-9a-fA-F]{6}$'])
    expect(Object.keys($defs.routes.properties)).toContain('shoppingcart')
  })

  it('describes exactly the parts that a page can style', async () => {
    const sources = globSync('**/*.tsx', { cwd: import.meta.dirname }).filter((file) => !file.includes('fixtures'))
    const texts = await Promise.all(sources.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
    const used = texts.flatMap((text) => [...text.matchAll(/ part=(?:"|\{`)([a-z-]+)/g)].map(([, name]) => name))
    expect([...new Set(used)].sort()).toEqual(Object.keys(cssParts).sort())
  })
})
