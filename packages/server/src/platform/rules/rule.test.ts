import { describe, expect, it } from 'vitest'
import { type Facts, rule, ruleHolds } from './rule.ts'

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
    ['asks for nothing', {}, true, true],
    ['has begun this very moment', { from: '2026-11-10T12:00:00Z' }, true, true],
    ['begins in a second', { from: '2026-11-10T12:00:01Z' }, false, false],
    ['ends in a second', { until: '2026-11-10T13:00:01+01:00' }, true, true],
    ['has ended this very moment', { until: '2026-11-10T13:00:00+01:00' }, false, false],
    ['names the job', { jobs: ['Maple Grove'] }, true, false],
    ['names the job by its uuid', { jobs: ['x', school.uuid] }, true, false],
    ['names another job', { jobs: ['Hill'] }, false, false],
    ['names the kind of job', { jobTypes: ['School'] }, true, false],
    ['names another kind', { jobTypes: ['Club'] }, false, false],
    ['asks for three pieces', { inCart: { quantity: 3 } }, true, false],
    ['asks for four pieces', { inCart: { quantity: 4 } }, false, false],
    ['asks for two cards', { inCart: { products: [card], quantity: 2 } }, true, false],
    ['asks for two mugs', { inCart: { products: [mug], quantity: 2 } }, false, false],
    ['asks for an earlier order', { hasOrdered: true }, true, false],
    ['asks for none', { hasOrdered: false }, false, true],
    ['asks for two things of which one holds', { jobs: ['Maple Grove'], hasOrdered: false }, false, false],
  ])('that %s', (_name, given, forCustomer, forVisitor) => {
    const read = rule().parse(given)
    expect([ruleHolds(read, facts()), ruleHolds(read, visitor)]).toEqual([forCustomer, forVisitor])
  })

  it.each([
    ['a slip in a name', { form: '2026-11-10T12:00:00Z' }, ''],
    ['a day without a time', { from: '2026-11-10' }, 'from'],
    ['an end before the beginning', { from: '2026-11-10T12:00:00Z', until: '2026-11-09T12:00:00Z' }, 'until'],
    ['no job at all', { jobs: [] }, 'jobs'],
    ['no piece', { inCart: { quantity: 0 } }, 'inCart.quantity'],
  ])('[API-2] is refused with %s', (_name, given, path) => {
    expect(rule().safeParse(given).error?.issues[0]?.path.join('.')).toBe(path)
  })
})
