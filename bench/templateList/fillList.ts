import { randomUUID } from 'node:crypto'
import type { TemplateDefinition } from '../../packages/core/src/template/definition.ts'
import { aTemplate } from '../../packages/core/src/testing/aTemplate.ts'
import type { DeliveredPicture } from '../../packages/server/src/features/jobs/picture.ts'
import { derivePicture } from '../../packages/server/src/imaging/derivatives/derive.ts'
import { storePicture } from '../../packages/server/src/imaging/derivatives/pictureFiles.ts'
import { aPhotographFile } from '../../packages/server/src/testing/aPhotograph.ts'
import { buildCustomer } from '../../packages/server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../../packages/server/src/testing/buildPictureSet.ts'
import { buildTemplate } from '../../packages/server/src/testing/buildTemplate.ts'
import { givePictures } from '../../packages/server/src/testing/givePictures.ts'
import { startTestServer } from '../../packages/server/src/testing/testServer.ts'

const PHOTOGRAPH = { width: 2400, height: 3000 }

/** What visiting a list requires: its address, the address of the page before it, and a signed-in customer. */
export type FilledList = {
  host: string
  start: string
  path: string
  cookies: [string, string][]
  templates: number
  /** Pictures on each card. */
  slots: number
}

/** A shop with this number of cards, no two of which are the same, and a customer with a photograph. */
export async function fillList(folder: string, secret: string, templates: number): Promise<FilledList> {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { app, provider } = server
    const { subject, pictures } = await buildPictureSet(app, provider)
    const original = await aPhotograph()
    const derived = await derivePicture(original)
    await storePicture(app.blobs, { provider: provider.key, uuid: pictures.favourite.uuid }, original, derived)
    const { hash, placeholder } = derived
    const picture: DeliveredPicture = {
      ...pictures.favourite,
      ...PHOTOGRAPH,
      hash,
      placeholder,
      bytes: original.length,
    }
    await givePictures(app, subject, [picture])
    const { product, definition } = await buildTemplate(app, provider, { definition: aCard(0) })
    const saved = new Date('2026-01-05T08:00:00Z')
    await app.db.collection('templates').insertMany(
      Array.from({ length: templates - 1 }, (_each, index) => {
        const uuid = randomUUID()
        const card = aTemplate({ ...aCard(index + 1), uuid, product: product.uuid })
        return { provider: provider.key, uuid, version: 1, type: card.type, saved, definition: card }
      }),
    )
    const { client } = await buildCustomer(server, { subjects: [subject.uuid] })
    return {
      host: provider.hosts[0] as string,
      start: '/products/categories',
      path: '/products/cards',
      cookies: [...client.cookies],
      templates,
      slots: definition.parts.flatMap(({ layers }) => layers).filter(({ kind }) => kind === 'image').length,
    }
  } finally {
    await server.close()
  }
}

/** Its paper, the positions of its pictures and its words are its own. */
function aCard(number: number): Partial<TemplateDefinition> {
  const [move, grow] = [number % 7, (number * 3) % 11]
  const parts = aTemplate().parts.map((part) => ({
    ...part,
    layers: part.layers.map((layer) => {
      if (layer.kind === 'fill') return { ...layer, color: `#${(0xf0e0d0 + number * 7).toString(16)}` }
      if (layer.kind === 'image') {
        const { y, height } = layer.box
        return { ...layer, box: { ...layer.box, y: y + move / 2, height: height - grow / 2 } }
      }
      if (layer.kind === 'text' && !layer.fill) return { ...layer, texts: { en: `Greetings from number ${number}` } }
      return layer
    }),
  }))
  return { names: { en: `Card ${number}` }, parts }
}

/** Grain on a soft background, like that of a photograph. */
function aPhotograph(): Promise<Buffer> {
  const { width, height } = PHOTOGRAPH
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 90 + (at % 90) / 2 + ((at * 2654435761) % 25)
  return aPhotographFile({ width, height, pixels })
}
