import { expect, it } from 'vitest'
import { profile } from '../account/profile/profileContract.ts'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { inspections } from './contract.ts'
import { createInspections } from './state.ts'

const emma = { uuid: 'emma', name: 'Emma', enabled: true }

it('the list sends only changed switches, and shows the new state afterwards', async () => {
  const inputs: unknown[] = []
  const built = aShop(
    answers({
      [profile.data.name]: { packageForInspectionSubjects: [emma, { ...emma, uuid: 'noah' }] },
      [inspections.cancel.name]: (input) => {
        inputs.push(input)
        return { subjects: [{ ...emma, enabled: false }] }
      },
    }),
    'one',
  )
  const part = createInspections(built.shop)
  await part.loadList()
  await part.save()
  expect(inputs).toEqual([])
  part.toggle('emma', false)
  expect(part.isChanged()).toBe(true)
  await part.save()
  expect(inputs).toEqual([{ subjects: [{ ...emma, enabled: false }] }])
  expect([part.state.saving, part.isChanged()]).toEqual(['saved', false])
})

it('a refused agreement shows the reason and the current state of the set', async () => {
  const built = aShop(
    answers({
      [inspections.agree.name]: refusal('inspection.closed', 'Too late'),
      [inspections.get.name]: { offer: null },
    }),
    'one',
  )
  const part = createInspections(built.shop)
  expect(await part.agree('emma')).toBe(false)
  expect(part.state).toMatchObject({ busy: false, error: 'Too late', sets: { emma: { offer: null } } })
})
