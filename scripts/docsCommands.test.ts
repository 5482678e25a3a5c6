import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandsOf } from '../packages/server/src/cli/commands.ts'
import { backgroundDocuments } from '../packages/server/src/features/backgrounds/document.ts'
import { applyPageFile } from '../packages/server/src/features/content/pageFile.ts'
import { features } from '../packages/server/src/features.ts'
import type { App } from '../packages/server/src/platform/app.ts'
import { providerDocument } from '../packages/server/src/platform/provider/document.ts'
import { aPicture } from '../packages/server/src/testing/buildImport.ts'
import { buildProvider } from '../packages/server/src/testing/buildProvider.ts'
import { startTestServer } from '../packages/server/src/testing/testServer.ts'
import { runInTerminal } from '../packages/server/src/testing/testTerminal.ts'
import { docsExamples } from './docsExamples.ts'

const ROOT = join(import.meta.dirname, '..')

/** The words of a command line, quoted ones as one. */
const wordsOf = (line: string) =>
  [...line.replace(/\s#.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, other, word]) => one ?? other ?? word ?? '',
  )

/** Every command line of the docs that names more than the program, in blocks of code and in sentences. */
function commandLines(): string[] {
  const inBlocks = docsExamples(['sh']).flatMap(({ code }) => code.split('\n'))
  const pages = [
    ...globSync('docs/**/*.md', { cwd: ROOT }),
    'README.md',
    ...globSync('{packages,examples}/*/README.md', { cwd: ROOT }),
  ]
  const inSentences = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? ''),
  )
  const lines = [...inBlocks, ...inSentences].filter((line) => /^\.\/portraitkit [\w-]/.test(line))
  return [...new Set(lines)].sort()
}

// Commands and documents that a reader of the docs copies.

describe('a command in the docs', () => {
  it.each(commandLines())('%s', async (line) => {
    const [, name, ...argv] = wordsOf(line)
    const command = commandsOf(features).find((each) => each.name === name)
    expect(command, 'names a command').toBeDefined()
    if (!command || !('load' in command)) return
    // options that are unknown, or lack a value, are refused even beside --help
    const { code, out, problem } = await runInTerminal(await command.load(), [...argv, '--help'], { features } as App)
    expect([code, problem]).toEqual([0, ''])
    const subcommand = argv.find((word) => /^[a-z][a-z-]+$/.test(word) && word === argv[0])
    if (subcommand) expect(out.split(/\W(?!\w)|\s/)).toContain(subcommand)
  })
})

describe('a JSON document in the docs', () => {
  const examples = docsExamples(['json'])
  const jsonOf = (file: string) => JSON.parse(examples.find((each) => each.file === file)?.code ?? '')

  it.each(['deliveries', 'orders', 'payments'])('of %s.md is a part of a provider’s document', (page) => {
    const part = jsonOf(`docs/guide/${page}.md`)
    expect(Object.keys(part).length).toBeGreaterThan(0)
    expect(providerDocument().parse({ ...buildProvider(), ...part })).toMatchObject(part)
  })

  it('of backgrounds.md lists backgrounds', () => {
    const list = jsonOf('docs/guide/backgrounds.md')
    expect(backgroundDocuments.parse(list)).toHaveLength(list.length)
  })

  it('of pages.md is a page', async () => {
    const server = await startTestServer()
    const folder = await mkdtemp(join(tmpdir(), 'pk-page-'))
    try {
      await writeFile(join(folder, 'team.jpg'), await aPicture(1))
      const given = jsonOf('docs/guide/pages.md')
      const applied = await applyPageFile(server.app, server.provider, { path: join(folder, 'about.json'), given })
      expect(applied.outcome).toBe('new')
    } finally {
      await server.close()
      await rm(folder, { recursive: true })
    }
  })

  it('is in one of these', () => {
    const known = ['backgrounds', 'deliveries', 'orders', 'pages', 'payments'].map((page) => `docs/guide/${page}.md`)
    expect(examples.map(({ file }) => file)).toEqual(known)
  })
})
