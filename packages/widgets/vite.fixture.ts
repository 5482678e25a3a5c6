import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { builtOnce } from './vite.fixtureCache.ts'
import { callsWithoutSchemas, hooksOfPreact, namesOfReact, plainIcons } from './vite.lean.ts'
import {
  browsers,
  here,
  ownExports,
  preactAliases,
  privateZod,
  sharedConfig,
  translatableTexts,
} from './vite.shared.ts'
import { type Gaps, texts } from './vite.texts.ts'

export type Engine = 'react' | 'preact'

/**
 * Builds a page's script for a test in a browser, from the sources, on either engine. Returns files by name; `page.js` is the
 * entry. A test can say what a language lacks.
 */
export function buildFixture(entry: string, engine: Engine, gaps: Gaps = {}): Promise<Map<string, string>> {
  return builtOnce(`${entry} ${engine} ${Object.keys(gaps)}`.trim(), () => buildFresh(entry, engine, gaps))
}

/**
 * As in the reference shop. A page of many small files takes a test twice as long as loading their content would. What comes with
 * texts that a language lacks stays out of what every language loads.
 */
const sharedGroups = { groups: [{ name: 'shared', test: /^(?!.*locales\/gaps)/, minShareCount: 3 }] }

async function buildFresh(entry: string, engine: Engine, gaps: Gaps): Promise<Map<string, string>> {
  const output = (await build({
    ...sharedConfig,
    configFile: false,
    resolve: { alias: engine === 'preact' ? preactAliases : [] },
    plugins: [
      texts({ gaps }),
      callsWithoutSchemas(),
      plainIcons(),
      engine === 'preact' && hooksOfPreact(),
      engine === 'preact' && namesOfReact(),
      privateZod(),
      ownExports(),
      translatableTexts({ preact: engine === 'preact' }),
    ],
    build: {
      write: false,
      target: browsers,
      minify: false,
      lib: { entry: { page: join(here, entry) }, formats: ['es'] },
      rolldownOptions: {
        onLog: ignoreDirectives,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', codeSplitting: sharedGroups },
      },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[]
  const files = [output].flat().flatMap((one) => one.output)
  return new Map(files.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [])))
}

/** Directives such as "use client" mean nothing in a bundle. */
export function ignoreDirectives(
  level: string,
  log: { code?: string; message: string },
  handle: (level: never, log: never) => void,
): void {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level as never, log as never)
}

export type Answer = { type: string; body: string | Buffer; headers?: Record<string, string> }

/** Serves a fixture on a free port: its scripts, the themes' fonts, and what `answer` provides. */
export async function serveFixture(
  files: ReadonlyMap<string, string>,
  answer: (url: URL, request: Pick<IncomingMessage, 'method' | 'headers'>) => Answer | 'none' | undefined,
): Promise<{ origin: string; close(): Promise<void> }> {
  const fonts = createRequire(join(here, '../server/package.json'))
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const script = files.get(url.pathname)
    const font = url.pathname.match(/^\/fonts\/((figtree|newsreader)-[\w-]+\.woff2)$/)
    const icon: Answer | undefined = url.pathname === '/favicon.ico' ? { type: 'image/svg+xml', body: '' } : undefined
    const given = answer(url, request)
    if (given === 'none') return
    const found =
      icon ??
      given ??
      (script !== undefined ? { type: 'text/javascript', body: script } : undefined) ??
      (font
        ? { type: 'font/woff2', body: readFileSync(fonts.resolve(`@fontsource-variable/${font[2]}/files/${font[1]}`)) }
        : undefined)
    const headers = { 'access-control-allow-origin': '*', ...found?.headers }
    response
      .writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain', ...headers })
      .end(found?.body ?? 'nothing here')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
