import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILES_WITHOUT_TEST, LONG_FILES, LONG_FUNCTIONS } from './features.ts'
import {
  checkBarrels,
  checkBrowserZod,
  checkFunctionLength,
  checkLength,
  checkMachinePaths,
  checkOwnTests,
  checkRegistryNames,
  checkResolves,
  checkTestTools,
  checkTextFiles,
} from './hygiene.ts'
import { isTest, parseModules, ROOT, readSources } from './sources.ts'
import { checkTestsRun } from './testsRun.ts'

const sources = readSources()
const modules = parseModules(sources)
const one = (path: string, text: string) => [{ path, text }]
const module = (path: string, text: string) => parseModules(one(path, text))

describe('no barrels', () => {
  it('in the current project', () => {
    expect(checkBarrels(modules)).toEqual([])
  })

  it('finds one by its name, and by a star export', () => {
    expect(checkBarrels(module('packages/core/src/cart/index.ts', 'export const a = 1'))).toHaveLength(1)
    expect(checkBarrels(module('packages/core/src/index.ts', `export { a } from './cart/a.ts'`))).toEqual([])
    expect(checkBarrels(module('packages/core/src/a.ts', `export * from './b.ts'\nexport const c = 1`))).toHaveLength(1)
    expect(checkBarrels(module('packages/core/src/a.ts', `export * as b from './b.ts'`))).toHaveLength(1)
  })

  it('finds what passes on the export of another file, however it is written', () => {
    const breaches = {
      b: `export { b } from './b.ts'`,
      '`b` next to a constant': `export { b } from './b.ts'\nexport const c = 1`,
      'a type': `export type { B } from '@portraitkit/core/b'`,
      'an import': `import { b } from './b.ts'\nexport { b }`,
      'an import under another name': `import { b as d } from './b.ts'\nexport const c = 1\nexport { d as e }`,
      'a namespace': `import * as b from './b.ts'\nexport { b }`,
      'a default': `import b from './b.ts'\nexport default b`,
      'a constant': `import { b } from './b.ts'\nexport const c = b`,
      'a type of another name': `import type { B } from './b.ts'\nexport type C = B`,
    }
    for (const [what, text] of Object.entries(breaches))
      expect(checkBarrels(module('packages/core/src/a.ts', text)), what).toHaveLength(1)
    const fine = `import { b } from './b.ts'\nconst c = 1\nexport { c }\nexport const d = b\nexport type E = ReturnType<typeof b>`
    expect(checkBarrels(module('packages/core/src/a.ts', fine))).toEqual([])
    expect(checkBarrels(module('packages/core/src/a.ts', `import { b } from 'mongodb'\nexport { b }`))).toEqual([])
    const entry = 'packages/widgets/src/root.tsx'
    expect(checkBarrels(module(entry, `export type { B } from './b.ts'`))).toEqual([])
    expect(checkBarrels(module(entry, `export { b } from './b.ts'`))).toHaveLength(1)
  })
})

describe('tools for tests are in folders named testing', () => {
  it('in the current project', () => {
    expect(checkTestTools(sources.map(({ path }) => path))).toEqual([])
  })

  it('finds builders and stand-ins next to the code, and allows similar words', () => {
    const refused = [
      'packages/server/src/features/orders/buildOrder.ts',
      'packages/core/src/cart/testCart.ts',
      'packages/widgets/src/ui/buildPage.tsx',
      'packages/server/src/ports/payments/fakeStripe.ts',
      'packages/server/src/ports/payments/mockBank.ts',
      'packages/local-mongo/src/server/stubSocket.ts',
    ]
    expect(checkTestTools(refused)).toEqual(
      refused.map(
        (path) => `${path} is named like a tool for tests: move it into testing/, or name it after what it does`,
      ),
    )
    const allowed = [
      'src/testing/buildOrder.ts',
      'src/testing/stripe/fakeBank.ts',
      'src/cart/testimonials.ts',
      'src/cart/builder.ts',
    ]
    expect(checkTestTools(allowed.map((path) => `packages/server/${path}`))).toEqual([])
    expect(checkTestTools(['scripts/testTotals.ts'])).toEqual([])
  })

  it('has no other name by which a file counts as one', () => {
    expect(isTest('packages/server/src/features/orders/buildOrder.ts')).toBe(false)
    expect(isTest('packages/server/src/testing/buildOrder.ts')).toBe(true)
  })
})

describe('zod in the browser', () => {
  it('in the current project', () => {
    expect(checkBrowserZod(modules)).toEqual([])
  })

  it('finds full zod and a named z, and allows the namespace and the server', () => {
    expect(checkBrowserZod(module('packages/core/src/a.ts', `import { z } from 'zod'`))).toHaveLength(1)
    expect(checkBrowserZod(module('packages/widgets/src/a.ts', `import * as z from 'zod'`))).toHaveLength(1)
    expect(checkBrowserZod(module('packages/core/src/a.ts', `import { z } from 'zod/mini'`))).toHaveLength(1)
    expect(checkBrowserZod(module('packages/core/src/a.ts', `import * as z from 'zod/mini'`))).toEqual([])
    expect(checkBrowserZod(module('packages/server/src/a.ts', `import * as z from 'zod'`))).toEqual([])
  })
})

describe('no test is left out', () => {
  it('in the current project', () => {
    expect(checkTestsRun(modules)).toEqual([])
  })

  it('finds what is skipped, run alone, planned or expected to fail', () => {
    for (const word of ['it.skip', 'it.only', 'describe.only', 'test.todo', 'it.fails'])
      expect(checkTestsRun(module('a.test.ts', `\n${word}('…', () => {})`))).toEqual([`a.test.ts:2 ${word}`])
  })

  it('finds it however it is written', () => {
    const breaches = {
      'it.skipIf': `it.skipIf(process.env.X)('…', () => {})`,
      'it.runIf': `it.runIf(process.env.X)('…', () => {})`,
      'it.concurrent.skip': `it.concurrent.skip('…', () => {})`,
      "it['skip']": `it['skip']('…', () => {})`,
      'it[`todo`]': 'it[`todo`](1)',
      'describe.sequential.todo': `describe.sequential.todo('…')`,
      'test.extend({}).skip': `test.extend({}).skip('…', () => {})`,
      xit: `xit('…', () => {})`,
      xdescribe: `xdescribe('…', () => {})`,
      fit: `fit('…', () => {})`,
      'check.skip': `import { it as check } from 'vitest'; check.skip('…', () => {})`,
      'mine.only': `const mine = test.extend({}); mine.only('…', () => {})`,
      'skip: later': `const { skip: later } = it; later('…', () => {})`,
      'skip: true': `it('…', { skip: true }, () => {})`,
      'ctx.skip': `it('…', (ctx) => ctx.skip())`,
      skip: `it('…', async ({ skip }) => skip())`,
      'context.skip': 'function needMongo(context: TestContext) { context.skip(!url) }',
    }
    for (const [what, text] of Object.entries(breaches)) {
      expect(checkTestsRun(module('a.test.ts', text)), text).toEqual([`a.test.ts:1 ${what}`])
      expect(checkTestsRun(module('packages/core/src/testing/a.ts', text)), text).toHaveLength(1)
      expect(checkTestsRun(module('a.test.ts', text), { [`a.test.ts ${what}`]: 'needs Windows' })).toEqual([])
    }
  })

  it('allows everything else, and reports a needless exception', () => {
    const fine = `it.each([1])('…', () => {}); orders.find({}).skip(1); expect(a).toEqual({ skip: 1 }); const { only } = a`
    expect(checkTestsRun(module('a.test.ts', fine))).toEqual([])
    expect(checkTestsRun([], { 'a.test.ts it.skipIf': 'needs Windows' })).toEqual([
      'a.test.ts it.skipIf is listed as an exception and is not needed',
    ])
  })
})

describe("nothing from one person's machine", () => {
  it('no package registry is named in the current project', () => {
    expect(checkRegistryNames(sources)).toEqual([])
  })

  it('no machine path is named in the current project', () => {
    expect(checkMachinePaths(sources)).toEqual([])
  })

  it('finds a registry', () => {
    expect(checkRegistryNames(one('a.md', `# A\nsee https://registry.npmjs${'.org'}/koa`))).toEqual([
      'a.md:2 names a package registry',
    ])
  })

  it("finds a person's path, and allows addresses and routes", () => {
    const slash = '/'
    for (const path of [`${slash}work/main/x`, `${slash}root/x`, `"${slash}home/anna/x"`, `cd ${slash}Users/anna`])
      expect(checkMachinePaths(one('a.md', `x ${path}`))).toEqual(['a.md:1 names a path of one machine'])
    for (const fine of ['https://a.example/work/x', './work/x', 'a/root/b', '/home', '/homework', 'shadow/root.ts'])
      expect(checkMachinePaths(one('a.md', `x ${fine}`))).toEqual([])
  })
})

describe('texts of the server', () => {
  it('are in files that are named after them, in the current project', () => {
    expect(checkTextFiles(sources)).toEqual([])
  })

  it('are found anywhere else', () => {
    for (const text of ['const WRONG = msg`Wrong`', "  wrong: msg({ message: 'Wrong', context: 'code' }),"]) {
      expect(checkTextFiles(one('packages/server/src/features/access/codes.ts', text))).toEqual([
        'packages/server/src/features/access/codes.ts:1 is a text: move it to a file whose name ends in Texts.ts',
      ])
      expect(checkTextFiles(one('packages/server/src/features/access/codeTexts.ts', text))).toEqual([])
    }
  })
})

describe('files stay short', () => {
  it('in the current project', () => {
    expect(checkLength(sources, LONG_FILES)).toEqual([])
  })

  it('finds a long one, allows a listed one, and reports a needless entry of the list', () => {
    const long = one('packages/core/src/a.ts', '\n'.repeat(301))
    expect(checkLength(long, {})).toEqual(['packages/core/src/a.ts has 301 lines'])
    expect(checkLength(long, { 'packages/core/src/a.ts': 'a table' })).toEqual([])
    expect(checkLength([], { 'packages/core/src/a.ts': 'a table' })).toHaveLength(1)
    expect(checkLength(one('packages/core/src/a.test.ts', '\n'.repeat(400)), {})).toEqual([])
    for (const path of ['docs/site/a.ts', 'docs/site/a.css', 'packages/widgets/src/ui/A.css', 'examples/vue/src/a.vue'])
      expect(checkLength(one(path, '\n'.repeat(301)), {}), path).toEqual([`${path} has 301 lines`])
  })
})

describe('a long file of core has its own test', () => {
  it('in the current project', () => {
    expect(checkOwnTests(sources, FILES_WITHOUT_TEST)).toEqual([])
  })

  it('finds one without, and allows a short one, a contract, a listed one and another package', () => {
    const path = 'packages/core/src/cart/rule.ts'
    const long = one(path, '\n'.repeat(101))
    expect(checkOwnTests(long, {})).toEqual([`${path} has 101 lines and no test of its own name`])
    expect(checkOwnTests([...long, ...one('packages/core/src/cart/state.test.ts', '')], {})).toHaveLength(1)
    expect(checkOwnTests([...long, ...one('packages/core/src/cart/rule.test.ts', '')], {})).toEqual([])
    expect(checkOwnTests(one(path, '\n'.repeat(100)), {})).toEqual([])
    for (const other of [
      'core/src/cart/contract.ts',
      'core/src/a/profileContract.ts',
      'core/src/testing/a.ts',
      'server/src/a.ts',
    ])
      expect(checkOwnTests(one(`packages/${other}`, '\n'.repeat(101)), {})).toEqual([])
  })

  it('allows a listed one, and reports a needless entry of the list', () => {
    const path = 'packages/core/src/cart/rule.ts'
    expect(checkOwnTests(one(path, '\n'.repeat(101)), { [path]: 'a table' })).toEqual([])
    expect(checkOwnTests(one(path, ''), { [path]: 'a table' })).toHaveLength(1)
  })
})

describe('functions stay short', () => {
  it('in the current project', () => {
    expect(checkFunctionLength(modules, LONG_FUNCTIONS)).toEqual([])
  })

  it('finds a long one, however it is written', () => {
    const body = (lines: number) => `{${'\n'.repeat(lines - 1)}}`
    const lengths = (path: string, text: string) => checkFunctionLength(module(path, text), {})
    expect(lengths('packages/core/src/a.ts', `export function a() ${body(81)}`)).toEqual([
      'packages/core/src/a.ts a has 81 lines',
    ])
    expect(lengths('packages/core/src/a.ts', `const b = async () => ${body(81)}`)).toEqual([
      'packages/core/src/a.ts b has 81 lines',
    ])
    expect(lengths('packages/core/src/a.ts', `const c = { d() ${body(81)} }`)).toHaveLength(1)
    expect(lengths('packages/core/src/a.ts', `export function a() ${body(80)}`)).toEqual([])
    expect(lengths('packages/core/src/a.test.ts', `export function a() ${body(200)}`)).toEqual([])
  })

  it('allows a component its markup, but no more', () => {
    const component = (lines: number) =>
      module('packages/widgets/src/A.tsx', `export function A() {${'\n'.repeat(lines - 1)}}`)
    expect(checkFunctionLength(component(120), {})).toEqual([])
    expect(checkFunctionLength(component(121), {})).toEqual(['packages/widgets/src/A.tsx A has 121 lines'])
    expect(checkFunctionLength(component(121), { 'packages/widgets/src/A.tsx A': 'a table' })).toEqual([])
    expect(checkFunctionLength(component(1), { 'packages/widgets/src/A.tsx A': 'a table' })).toHaveLength(1)
  })
})

describe('every named file exists', () => {
  it('in the current project', () => {
    expect(checkResolves(modules, (path) => existsSync(join(ROOT, path)))).toEqual([])
  })

  it('finds a missing file, however it is named', () => {
    const text = `import './gone.ts'
import type { A } from '@portraitkit/core/cart/gone.ts'
export { b } from '../gone.ts'
const c = () => import('./gone.tsx')
const d = new URL('./gone.icc', import.meta.url)
import './there.css?inline'
import 'koa'`
    const problems = checkResolves(module('packages/server/src/cart/a.ts', text), (path) => path.endsWith('there.css'))
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
      [1, 2, 3, 4, 5].map((line) => `packages/server/src/cart/a.ts:${line}`),
    )
  })
})
