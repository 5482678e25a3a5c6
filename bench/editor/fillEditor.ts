import { randomBytes } from 'node:crypto'
import type { DeliveredPicture } from '../../packages/server/src/features/jobs/picture.ts'
import { derivePicture } from '../../packages/server/src/imaging/derivatives/derive.ts'
import { storePicture } from '../../packages/server/src/imaging/derivatives/pictureFiles.ts'
import { aPhotographFile } from '../../packages/server/src/testing/aPhotograph.ts'
import { buildCustomer } from '../../packages/server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../../packages/server/src/testing/buildPictureSet.ts'
import { buildTemplate } from '../../packages/server/src/testing/buildTemplate.ts'
import { givePictures } from '../../packages/server/src/testing/givePictures.ts'
import { startTestServer } from '../../packages/server/src/testing/testServer.ts'

/** Of 24 megapixels. */
const PHOTOGRAPH = { width: 6000, height: 4000 }

/** What opening the editor requires: the address of a card, and a signed-in customer. */
export type FilledEditor = { host: string; path: string; cookies: [string, string][] }

/** A shop with a card, and a customer whose picture is a photograph of 24 megapixels. */
export async function fillEditor(folder: string, secret: string): Promise<FilledEditor> {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { app, provider } = server
    const { subject, pictures } = await buildPictureSet(app, provider)
    const original = await aPhotograph()
    const { hash, format, working, placeholder, ...derived } = await derivePicture(original)
    const picture = { hash, format, working, placeholder, ...derived }
    await storePicture(app.blobs, { provider: provider.key, uuid: pictures.favourite.uuid }, original, picture)
    const large: DeliveredPicture = {
      ...pictures.favourite,
      ...PHOTOGRAPH,
      hash,
      placeholder,
      bytes: original.length,
    }
    await givePictures(app, subject, [large])
    const { product, definition } = await buildTemplate(app, provider)
    const { client } = await buildCustomer(server, { subjects: [subject.uuid] })
    return {
      host: provider.hosts[0] as string,
      path: `/products/cards/${product.uuid}/${definition.uuid}`,
      cookies: [...client.cookies],
    }
  } finally {
    await server.close()
  }
}

/** Grain on a soft background, like that of a photograph. */
function aPhotograph(): Promise<Buffer> {
  const { width, height } = PHOTOGRAPH
  const pixels = randomBytes(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 90 + (at % 90) / 2 + (pixels[at] ?? 0) / 10
  return aPhotographFile({ width, height, pixels })
}
