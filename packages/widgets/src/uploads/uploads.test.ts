import { uploads } from '@portraitkit/core/uploads/contract.ts'
import type { FileChooser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPhotographFile } from '../../../server/src/derivatives/aPhotograph.ts'
import { saveProvider } from '../../../server/src/provider/collection.ts'
import { aMotif } from '../../../server/src/uploads/buildUpload.ts'
import { hands, type Person, patiently, withPerson, withWorld } from '../editor/buildPerson.ts'

// Pictures of one's own as a person has them: files of a phone or a computer, in a real browser, against a real server.

const world = withWorld()
beforeAll(async () => {
  const { app, provider } = world.server
  await saveProvider(app, { ...provider, options: { ...provider.options, allowOwnPhotos: true } })
})

type File = { name: string; mimeType: string; buffer: Buffer }

async function aPicture(name = 'IMG_0001.jpg', width = 900, height = 1200): Promise<File> {
  return { name, mimeType: 'image/jpeg', buffer: await aPhotographFile(aMotif(width, height)) }
}

/** The switch between picture set and own pictures. */
const source = ({ page }: Person, name: 'Picture set' | 'My own') => page.getByRole('radio', { name })

/** Presses something that makes the browser ask for files. */
async function chooser(person: Person, act: () => Promise<void>): Promise<FileChooser> {
  const [chosen] = await Promise.all([person.page.waitForEvent('filechooser'), act()])
  return chosen
}

describe.each(hands)('pictures of one’s own on %s, %s', (engine, how, device) => {
  const hand = withPerson(world, engine, device)
  const shots = process.env.PK_SHOTS
  const shot = async (person: Person, name: string) => {
    if (shots) await person.page.screenshot({ path: `${shots}/${how.replaceAll(' ', '-')}-${name}.png` })
  }

  it('[EDT-6] an empty inbox of one’s own says so and asks for pictures by itself; what was sent is there to choose', async () => {
    const person = await hand.editPicture()
    const { page, press } = person
    await shot(person, 'set')
    const asked = await chooser(person, () => source(person, 'My own').check())
    expect(asked.isMultiple()).toBe(true)
    await page.getByText('The image inbox is empty').waitFor()
    await shot(person, 'empty')
    await asked.setFiles([await aPicture()])
    const own = page.getByRole('button', { name: 'Own picture 1' })
    await own.waitFor()
    await person.said('1 picture uploaded')
    await press(own)
    await patiently(() => own.getAttribute('aria-pressed')).toBe('true')
    const [kept] = await person.customer.client.call(uploads.recent, {})
    await patiently(() => page.locator('.pk-crop-window img').getAttribute('src')).toContain(kept?.uuid)
    await shot(person, 'chosen')
    await source(person, 'Picture set').check()
    await page.getByRole('button', { name: 'Picture 1 of Emma Carter' }).waitFor()
    await person.closed()
  })
})
