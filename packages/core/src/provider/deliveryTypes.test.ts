import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deliveryForms } from './deliveryTypes.ts'

const guide = readFileSync(new URL('../../../../docs/guide/deliveries.md', import.meta.url), 'utf8')

describe('the delivery types', () => {
  it('have a row each in the guide, and it has no others', () => {
    const [table = ''] = guide.split('\n\n').filter((block) => block.startsWith('| type |'))
    expect([...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, type]) => type)).toEqual(Object.keys(deliveryForms))
  })
})
