import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Koa from 'koa'

// A Koa that only sends the bytes of a file: `node bareKoa.ts <port> <file>`.

const require = createRequire(new URL('../../packages/server/package.json', import.meta.url))
const { default: BareKoa } = (await import(require.resolve('koa'))) as { default: typeof Koa }

const [port, file] = process.argv.slice(2)
const body = readFileSync(String(file), 'utf8')
new BareKoa()
  .use((http) => {
    http.type = 'application/json'
    http.body = body
  })
  .listen(Number(port))
