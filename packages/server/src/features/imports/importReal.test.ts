import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adobeRgbProfile, photographs } from '../../../../../scripts/photographs.ts'
import { originalKey, sizeKey, workingKey } from '../../imaging/derivatives/pictureFiles.ts'
import { aPhotographFile, difference, type Orientation, type Pixels, pixelsOf } from '../../testing/aPhotograph.ts'
import { buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { picturesOf } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { type ImportReport, warningLine } from './importReport.ts'

const PROFILES = ['p3', 'adobe', 'cmyk'] as const
const ORIENTATIONS: Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Real photographs as three cameras deliver them in eight orientations, two at full size, one file truncated. */
describe('an import of real photographs', () => {
  const truths = new Map<string, Pixels>()
  const whole = new Map<string, Buffer>()
  let world: ImportWorld
  let report: ImportReport
  let pictures: Picture[]

  beforeAll(async () => {
    world = await buildImportWorld()
    const real = await photographs()
    const adobe = await adobeRgbProfile()
    const shots = PROFILES.flatMap((profile) => ORIENTATIONS.map((orientation) => ({ profile, orientation })))
    for (const [at, { profile, orientation }] of shots.entries()) {
      const truth = await pixelsOf(real[at % real.length]?.file as string, 640)
      const name = `1001_${profile}_${orientation}.jpg`
      truths.set(name, truth)
      await world.writeFiles({ [name]: await aPhotographFile(truth, { profile, orientation, adobe }) })
    }
    const large = real.find(({ file }) => file.includes('Kleiber'))?.file as string
    whole.set('1001_large.jpg', await readFile(large))
    await world.writeFiles({
      'roster.csv': 'key;name;group;code\n1001;Emma Carter;4B;MAPLE7\n',
      '1001_large.jpg': whole.get('1001_large.jpg') as Buffer,
      '1001_cut.jpg': (whole.get('1001_large.jpg') as Buffer).subarray(0, 2_000_000),
    })
    report = await world.import()
    pictures = await picturesOf(world.app, world.provider.key).find({}).toArray()
  })
  afterAll(() => world.close())

  it('imports all except the truncated one, and reports that', () => {
    expect(pictures).toHaveLength(25)
    expect(report.photographs.imported).toBe(25)
    expect(report.problems.map(warningLine)).toEqual([
      expect.stringMatching(/^1001_cut\.jpg was left out: the file is damaged or truncated/),
    ])
  })

  it.each(PROFILES)('shows all eight orientations of %s upright and in sRGB, in every copy', async (profile) => {
    for (const orientation of ORIENTATIONS) {
      const name = `1001_${profile}_${orientation}.jpg`
      const truth = truths.get(name) as Pixels
      const picture = pictures.find(({ fileName }) => fileName === name) as Picture
      expect([picture.width, picture.height]).toEqual([truth.width, truth.height])
      const of = { provider: world.provider.key, uuid: picture.uuid }
      const working = await pixelsOf((await world.app.blobs.get(workingKey(of, picture.working))) as Buffer)
      // The tolerances cover the losses of lossy files of detailed pictures, and of colours that inks cannot produce; colours
      // themselves are measured where copies are made.
      expect(difference(working, truth).mean).toBeLessThan(profile === 'cmyk' ? 16 : 4.8)
      const imported = await pixelsOf((await world.app.blobs.get(sizeKey(of, 640))) as Buffer)
      expect(difference(imported, truth).mean).toBeLessThan(profile === 'cmyk' ? 17 : 7.5)
      const small = await world.app.blobs.get(sizeKey(of, 320))
      expect(Math.max((await pixelsOf(small as Buffer)).width, (await pixelsOf(small as Buffer)).height)).toBe(320)
    }
  })

  it('keeps 20 megapixels byte for byte, and a working copy in full resolution', async () => {
    const picture = pictures.find(({ fileName }) => fileName === '1001_large.jpg') as Picture
    expect([picture.width, picture.height]).toEqual([6028, 3391])
    const of = { provider: world.provider.key, uuid: picture.uuid }
    const original = await readFile(join(world.folder, '1001_large.jpg'))
    expect((await world.app.blobs.get(originalKey(of, 'jpeg')))?.equals(original)).toBe(true)
    const working = await pixelsOf((await world.app.blobs.get(workingKey(of, 'jpeg'))) as Buffer)
    expect(difference(working, await pixelsOf(original)).mean).toBeLessThan(2)
  })
})
