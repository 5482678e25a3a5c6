import { expect, it } from 'vitest'
import { email } from './contract.ts'
import { isEmail } from './email.ts'

it('a form and the contract agree on valid email addresses', () => {
  const long = `${'a'.repeat(242)}@example.com`
  for (const [typed, right] of [
    ['anna@example.com', true],
    ["anna_o'neill-berg+4b@mail.example.co.uk", true],
    ['  Anna.Nyborg@Example.COM ', true],
    ['7@x1-y.no', true],
    [long, true],
    [` ${long} `, true],
    [`a${long}`, false],
    ['', false],
    ['anna', false],
    ['anna@example', false],
    ['anna@example.c', false],
    ['anna @example.com', false],
    ['anna@exam ple.com', false],
    ['anna@@example.com', false],
    ['@example.com', false],
    ['.anna@example.com', false],
    ['anna.@example.com', false],
    ['an..na@example.com', false],
    ['anna@.com', false],
    ['anna@-example.com', false],
    ['anna@example.com\nbcc: b@example.com', false],
    ['<anna@example.com>', false],
    ['anna@example.com,b@example.com', false],
  ] as const) {
    expect([typed, isEmail(typed)]).toEqual([typed, right])
    expect([typed, email().safeParse(typed).success]).toEqual([typed, right])
  }
})

it('a text crafted to take long is rejected', () => {
  for (const evil of [`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`, `a@${'a.'.repeat(50_000)}1`])
    expect(isEmail(evil)).toBe(false)
})
