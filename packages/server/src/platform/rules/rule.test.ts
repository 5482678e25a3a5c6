import { describe, expect, it } from 'vitest'
import { type Facts, isRuleMet, rule } from './rule.ts'

const school = {
  uuid: '00000000-0000-4000-8000-0000000000a1',
  name: 'Maple Grove',
  jobType: { uuid: 'b1', name: 'School' },
}
const [mug, card] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const facts = (change: Partial<Facts> = {}): Facts => ({
  now: new Date('2026-11-10T12:00:00Z'),
  jobs: [school],
  inCart: new Map([
    [mug, 1],
    [card, 2],
  ]),
  hasOrdered: true,
  ...change,
})
const visitor: Facts = { now: facts().now, jobs: [], inCart: new Map(), hasOrdered: false }

describe('[PRC-6] a rule of the provider', () => {
  it.each([
    ['has no condition', {}, true, true],
    ['begins at this moment', { from: '2026-11-10T12:00:00Z' }, true, true],
    ['begins in a second', { from: '2026-11-10T12:00:01Z' }, false, false],
    ['ends in a second', { until: '2026-11-10T13:00:01+01:00' }, true, true],
    ['ends at this moment', { until: '2026-11-10T13:00:00+01:00' }, false, false],
    ['names the job', { jobs: ['Maple Grove'] }, true, false],
    ['names the job by its uuid', { jobs: ['x', school.uuid] }, true, false],
    ['names another job', { jobs: ['Hill'] }, false, false],
    ['names the kind of job', { jobTypes: ['School'] }, true, false],
    ['names another kind', { jobTypes: ['Club'] }, false, false],
    ['requires three items', { inCart: { quantity: 3 } }, true, false],
    ['requires four items', { inCart: { quantity: 4 } }, false, false],
    ['requires two cards', { inCart: { products: [card], quantity: 2 } }, true, false],
    ['requires two mugs', { inCart: { products: [mug], quantity: 2 } }, false, false],
    ['requires an earlier order', { hasOrdered: true }, true, false],
    ['requires that there is no earlier order', { hasOrdered: false }, false, true],
    ['has two conditions of which one is met', { jobs: ['Maple Grove'], hasOrdered: false }, false, false],
  ])('that %s', (_name, given, forCustomer, forVisitor) => {
    const read = rule().parse(given)
    expect([isRuleMet(read, facts()), isRuleMet(read, visitor)]).toEqual([forCustomer, forVisitor])
  })

  it.each([
    ['a misspelt name', { form: '2026-11-10T12:00:00Z' }, ''],
    ['a day without a time', { from: '2026-11-10' }, 'from'],
    ['an end before the beginning', { from: '2026-11-10T12:00:00Z', until: '2026-11-09T12:00:00Z' }, 'until'],
    ['an empty list of jobs', { jobs: [] }, 'jobs'],
    ['no piece', { inCart: { quantity: 0 } }, 'inCart.quantity'],
  ])('[API-2] is refused with %s', (_name, given, path) => {
    expect(rule().safeParse(given).error?.issues[0]?.path.join('.')).toBe(path)
  })
})
