import { allowAnyOrigin } from '../../../platform/anyOrigin.ts'
import { Failure } from '../../../platform/failure.ts'
import type { Page } from '../../../platform/feature.ts'
import { fonts } from './fonts.ts'

/** The list of font files, for the browser's shaper. */
const fontListPage: Page = {
  method: 'GET',
  path: '/template-fonts/list.json',
  needsProvider: false,
  handle: async (http) => {
    allowAnyOrigin(http)
    http.set('Cache-Control', 'public, max-age=300')
    http.type = 'application/json'
    http.body = JSON.stringify(fonts().list)
  },
}

/** A font file at the address from the list, which contains its hash, so it never changes. */
const fontFilePage: Page = {
  method: 'GET',
  path: '/template-fonts/:hash/:file',
  needsProvider: false,
  handle: async (http) => {
    const { hash = '', file = '' } = http.params as { hash?: string; file?: string }
    const address = `/template-fonts/${hash}/${file}`
    const found = Object.values(fonts().list.families)
      .flat()
      .find((each) => each.address === address)
    const bytes = found ? await fonts().bytes(found.hash) : null
    if (!bytes) throw new Failure('not_found')
    allowAnyOrigin(http)
    http.set('Cache-Control', 'public, max-age=31536000, immutable')
    http.type = 'font/woff2'
    http.body = bytes
  },
}

export const fontPages: Page[] = [fontListPage, fontFilePage]
