import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { callsWithoutSchemas, plainIcons, surfacesWithoutDocs } from '../../packages/widgets/vite.lean.ts'
import { isProduct, ROOT, readSources } from './sources.ts'

// left out of every page by `packages/widgets/vite.lean.ts`
const EXCLUDED = /\.(?:input|answer)\(\)|\.(?:failures|about)\b/

/** The code of a page that uses these exports of a module, with all their dependencies except React. */
async function bundleForPage(path: string, names: string): Promise<{ code: string; modules: string[] }> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [pageThatUses(names, path), callsWithoutSchemas(), surfacesWithoutDocs(), plainIcons()],
    build: {
      write: false,
      minify: false,
      lib: { entry: 'page', formats: ['es'], fileName: 'page' },
      rolldownOptions: { external: /^react|\.tsx$/ },
    },
  })) as Rolldown.RolldownOutput[]
  const chunks = output.flatMap((one) => one.output).filter((one) => one.type === 'chunk')
  const modules = chunks.flatMap((one) => Object.entries(one.modules).flatMap(([id, { code }]) => (code ? [id] : [])))
  return { code: chunks.map((one) => one.code).join('\n'), modules }
}

const pageThatUses = (names: string, path: string): Plugin => ({
  name: 'page',
  // a library's entry is requested by its full path
  resolveId: (id) => (/(?:^|\/)page$/.test(id) ? '\0page' : undefined),
  load: (id) => (id === '\0page' ? `export { ${names} } from ${JSON.stringify(join(ROOT, path))}` : undefined),
})

const contracts = readSources().flatMap(({ path, text }) => {
  const [, name] = /^export const (\w+) = \{\s+\w+: endpoint\(/m.exec(text) ?? []
  return name && /^packages\/core\//.test(path) ? [{ path, name }] : []
})

describe('a page', () => {
  it('contains the addresses of calls', async () => {
    const { code } = await bundleForPage('packages/core/src/access/contract.ts', 'access')
    expect(code).toContain('name: "access.verifySubjectCode"')
    expect(code).toContain('path: "/ajax/prophoto/verify_subject_code.php"')
    expect(code).toMatch(/changes: (?:true|!0)/)
  })

  it.each(contracts)(
    'contains neither the schemas of $path nor the code that reads schemas',
    async ({ path, name }) => {
      const { code, modules } = await bundleForPage(path, name)
      expect(code).toMatch(/name: "[\w-]+\.\w+"/)
      // only its own default is left of failures
      expect(code.replace('failures: {}', '')).not.toMatch(/\b(?:input|answer|failures|summary):/)
      expect(modules.filter((id) => /zod|schemas/.test(id))).toEqual([])
    },
  )

  it('contains the surfaces and their options, but neither docs nor fields that only a manifest needs', async () => {
    const { code } = await bundleForPage('packages/widgets/src/surfaces.ts', 'surfaces')
    expect(code).toMatch(/"pk-shop": surface\(\{\s*load:/)
    expect(code).toMatch(/base: text\(\),\s*headless: flag\(\)/)
    expect(code).not.toMatch(/whole shop in one tag|Path of the shop on|events:/)
  })

  it('never reads what is left out', () => {
    const readers = readSources().filter(
      ({ path, text }) => isProduct(path) && /^packages\/(?:core|widgets)\//.test(path) && EXCLUDED.test(text),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })
})
