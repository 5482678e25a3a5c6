import { describe, expect, it } from 'vitest'
import { checkDanger, DANGERS } from './dangerousCalls.ts'
import { readSources } from './sources.ts'

const sources = readSources()

describe.each(DANGERS.map((danger) => [danger.does, danger] as const))('product code that %s', (does, danger) => {
  it('is only where it is allowed', () => {
    expect(checkDanger(danger, sources), 'allow it in scripts/checks/dangerousCalls.ts, with the reason').toEqual([])
  })

  it('is found', () => {
    const places = ['packages/server/src/features/cart/new.ts', 'packages/core/src/cart/new.ts']
    const path = places.find((each) => danger.within?.test(each) ?? true) ?? ''
    const seeded = [...sources, { path, text: `const a = 1\n${danger.example}\n` }]
    expect(checkDanger(danger, seeded)).toContain(`${path} ${does}`)
  })

  it('needs each of its exceptions', () => {
    const none = sources.map(({ path }) => ({ path, text: '' }))
    expect(checkDanger(danger, none)).toHaveLength(Object.keys(danger.allowed ?? {}).length)
  })
})
