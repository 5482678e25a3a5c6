import { BUILT, makeSite, writeSite } from '../docs/site/build.ts'
import { serveSite } from '../docs/site/serve.ts'

// `npm run docs` shows the docs as a site and reloads it when a page changes; `npm run docs:build` builds it as a folder for any
// web server instead.

if (process.argv.includes('--build')) {
  writeSite(makeSite())
  console.log(`Built into ${BUILT}`)
} else {
  const { origin } = await serveSite({ port: Number(process.env.DOCS_PORT || 4200), reload: true })
  console.log(`The docs are at ${origin}; Ctrl-C stops them`)
}
