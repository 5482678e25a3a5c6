import type { Layer } from '@portraitkit/core/template/definition.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Job, picturesOf, subjectsOf } from '../../../server/src/features/jobs/collection.ts'
import { publishJob, unpublishJob } from '../../../server/src/features/jobs/publishing/publishJob.ts'
import { buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { expectAccessibleLayout } from '../testing/appearance.ts'
import {
  eventually,
  front,
  only,
  phone,
  testedDevices,
  withLayers,
  withPerson,
  withWorld,
} from '../testing/buildPerson.ts'
import { expectKeysInside } from '../testing/keyboard.ts'

// Pictures that are replaced together or not at all: one for all slots, group pictures, pictures of other sets.

const world = withWorld()

describe.each(testedDevices)('one picture for all on %s, %s', (engine, _how, device) => {
  const { edit } = withPerson(world, engine, device)

  it("[EDT-10] asks 'Replace all pictures?' in a gift of more than 4: No replaces this one, Yes all that accept it", async () => {
    const gift = await withLayers(world, [...five, wide], 'PHOTOGIFT')
    const person = await edit(gift)
    const { page, press } = person
    const slots = () =>
      page
        .locator('[data-slot] image')
        .evaluateAll((all) => all.map((node) => /images\/([^?]*)/.exec(node.getAttribute('href') ?? '')?.[1]))
    const open = async () => {
      await press(/^Portrait 1 of 5/)
      await page.getByRole('application').waitFor()
    }
    const question = page.getByRole('dialog', { name: 'Replace all pictures?' })
    const { first, favourite, group } = world.set.pictures
    await eventually(async () => (await slots()).length).toBe(6)
    const before = await slots()
    const other = before[0] === first.uuid ? favourite : first
    const choose = () => press(`Picture ${other === favourite ? 1 : 2} of Emma Carter`)

    await open()
    await choose()
    await expectKeysInside(question, 'editor/inbox/usePictureChoice')
    await press(question.getByRole('button', { name: 'No' }))
    await press('Done')
    await eventually(slots).toEqual([other.uuid, ...before.slice(1)])
    await press('Undo')
    await eventually(slots).toEqual(before)

    await open()
    await choose()
    await press(question.getByRole('button', { name: 'Yes' }))
    await person.announces('All pictures replaced')
    await press('Done')
    // The wide slot accepts no upright picture, so it is skipped.
    await eventually(slots).toEqual([...Array<string>(5).fill(other.uuid), group.uuid])
    await press('Undo')
    await eventually(slots).toEqual(before)
    await press('Redo')
    await eventually(slots).toEqual([...Array<string>(5).fill(other.uuid), group.uuid])
    await person.closed()
  })

  it('[EDT-10] does not ask on a card, nor with four pictures', async () => {
    for (const [layers, type] of [
      [five, 'CARDS'],
      [five.slice(1), 'PHOTOGIFT'],
    ] as const) {
      const person = await edit(await withLayers(world, [...layers], type))
      await person.press(/^Portrait 1 of/)
      await person.page.getByRole('application').waitFor()
      const otherPicture = () => person.page.locator('.pk-inbox-picture[aria-pressed=false]').first()
      await person.press(otherPicture())
      await person.announces('picture changed')
      expect(await person.page.getByRole('dialog').count()).toBe(0)
      await person.closed()
    }
  })
})

describe.each(testedDevices)('a group picture on %s, %s', (engine, _how, device) => {
  const { edit } = withPerson(world, engine, device)

  it('[EDT-11] inserts the texts of its group, in the same undo step', async () => {
    const written: Layer = {
      kind: 'text',
      id: 'class',
      box: { x: 10, y: 120, width: 100, height: 12 },
      texts: { en: 'Our class' },
      fill: 'group',
      family: 'Lora',
      size: 18,
      color: '#000000',
      horizontalAlign: 'left',
      verticalAlign: 'top',
    }
    const groups = picturesOf(world.server.app, world.server.provider.key)
    await groups.updateOne({ uuid: world.set.pictures.group.uuid }, { $set: { 'assignment.groups': ['4B', '4A'] } })
    const person = await edit(await withLayers(world, [...only(front().layers, ['large']), written]))
    const { page, press } = person
    const texts = (name: RegExp) => page.getByRole('img', { name: name }).waitFor()
    await texts(/4B$/)
    await press('Change photos')
    await press(/^Group picture 3 of/)
    await person.announces('and the texts that go with it')
    await press('Done')
    await texts(/4B, 4A$/)
    await press('Undo')
    await texts(/4B$/)
    await press('Redo')
    await texts(/4B, 4A$/)
    await person.closed()
  })
})

describe('whose pictures are allowed', () => {
  const { come } = withPerson(world, 'preact', phone)

  it('[EDT-22] modes 1, 2 and 3 allow those of the same subject, job and job type; no mode all of them', async () => {
    const { app, provider } = world.server
    const { job, subject } = world.set
    const named = (name: string, change: Partial<Job>) =>
      buildPictureSet(app, provider, { subject: { name }, job: { ...change } })
    const ofJob = await named('Liam Carter', {})
    await subjectsOf(app, provider.key).updateOne({ uuid: ofJob.subject.uuid }, { $set: { jobUuid: job.uuid } })
    const ofType = await named('Noah Carter', { jobType: job.jobType })
    const any = await named('Mia Carter', {})
    const guardian = await world.guardian([subject, ofJob.subject, ofType.subject, any.subject].map(({ uuid }) => uuid))
    const person = await come(guardian)
    const { page, press } = person
    await person.remember(subject.uuid)
    for (const [mode, letIn] of [
      [1, []],
      [2, ['Liam Carter']],
      [3, ['Liam Carter', 'Noah Carter']],
      [undefined, ['Liam Carter', 'Noah Carter', 'Mia Carter']],
    ] as const) {
      await person.go(world.single, { allowSubjectChange: mode })
      await press('Change photos')
      await page.locator('.pk-inbox-picture').first().waitFor()
      const options = page.getByLabel('Pictures of').locator('option')
      const open = await options.evaluateAll((all) =>
        all.flatMap((one) => ((one as HTMLOptionElement).disabled ? [] : [one.textContent?.split(' · ')[0]])),
      )
      expect(open.toSorted()).toEqual(['Emma Carter', ...letIn].toSorted())
      if (mode === 1) expect(await page.locator('.pk-inbox-picture').count()).toBe(3)
    }
    // A picture whose set is withdrawn leaves its place empty and a notice; everything else continues.
    await page.getByLabel('Pictures of').selectOption({ label: await labelOf(page, 'Mia Carter') })
    await press('Picture 1 of Mia Carter')
    await press('Done')
    const saved = page.getByText('Saved', { exact: true })
    await saved.waitFor()
    await unpublishJob(app, provider, any.job.uuid)
    await person.write('Still here')
    await page.getByRole('alert').getByText('Some pictures are not shared with you just now').waitFor()
    await person.button('Portrait, empty').waitFor()
    await saved.waitFor()
    await expectAccessibleLayout(person, 'withdrawn')
    // It remains selected: when its set is published again, it is back.
    await publishJob(app, provider, any.job.uuid)
    await page.reload()
    await page.getByRole('img', { name: /^Your card.*Still here/ }).waitFor()
    expect(await person.button('Portrait, empty').count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
    await person.closed()
  })
})

const labelOf = (page: Page, name: string) =>
  page
    .getByLabel('Pictures of')
    .locator('option', { hasText: name })
    .textContent()
    .then((label) => label ?? '')

const box = (x: number, y: number) => ({ x, y, width: 40, height: 50 })
/** Five portrait slots and one slot for wide pictures only. */
const five: Layer[] = [0, 1, 2, 3, 4].map((place) => ({
  kind: 'image',
  id: `p${place}`,
  names: { en: 'Portrait' },
  box: box(5 + (place % 3) * 48, 5 + Math.floor(place / 3) * 60),
  rules: { orientation: 'portrait' },
}))
const wide: Layer = {
  kind: 'image',
  id: 'wide',
  names: { en: 'Class' },
  box: { x: 100, y: 70, width: 45, height: 30 },
  rules: { orientation: 'landscape' },
}
