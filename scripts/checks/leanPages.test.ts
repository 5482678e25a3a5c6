import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { callsWithoutSchemas, plainIcons, surfacesWithoutDocs } from '../../packages/widgets/vite.lean.ts'
import { isProduct, ROOT, readSources } from './sources.ts'

// what `packages/widgets/vite.lean.ts` leaves out of every page
const LEFT_OUT = /\.(?:input|answer)\(\)|\.(?:failures|about)\b/

/** A module of ours as a page gets it, with all that it needs but React. */
async function builtForAPage(path: string): Promise<{ code: string; modules: string[] }> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [callsWithoutSchemas(), surfacesWithoutDocs(), plainIcons()],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(ROOT, path), formats: ['es'] },
      rolldownOptions: { external: /^react|\.tsx$/ },
    },
  })) as Rolldown.RolldownOutput[]
  const chunks = output.flatMap((one) => one.output).filter((one) => one.type === 'chunk')
  const modules = chunks.flatMap((one) => Object.entries(one.modules).flatMap(([id, { code }]) => (code ? [id] : [])))
  return { code: chunks.map((one) => one.code).join('\n'), modules }
}

describe('a page', () => {
  it('knows where calls go, and carries neither their schemas nor what reads schemas', async () => {
    const { code, modules } = await builtForAPage('packages/core/src/access/contract.ts')
    expect(code).toContain('name: "access.verifySubjectCode"')
    expect(code).toContain('path: "/ajax/prophoto/verify_subject_code.php"')
    expect(code).toMatch(/changes: (?:true|!0)/)
    // its own one default is all that is left of failures
    expect(code.replace('failures: {}', '')).not.toMatch(/\b(?:input|answer|failures|summary):/)
    expect(modules.filter((id) => /zod|schemas/.test(id))).toEqual([])
  })

  it('knows the surfaces, their options and events, and carries no docs', async () => {
    const { code } = await builtForAPage('packages/widgets/src/surfaces.ts')
    expect(code).toMatch(/"pk-shop": surface\(\{\s*load:/)
    expect(code).toMatch(/base: text\(\),\s*headless: flag\(\)/)
    expect(code).toContain('"pk-purchase-success"')
    expect(code).not.toMatch(/whole shop in one tag|Path under which/)
  })

  it('never reads what is left out', () => {
    const readers = readSources().filter(
      ({ path, text }) => isProduct(path) && /^packages\/(?:core|widgets)\//.test(path) && LEFT_OUT.test(text),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })
})
