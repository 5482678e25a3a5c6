import { describe, expect, it } from 'vitest'
import { checkFailures } from './failures.ts'
import { readSources } from './sources.ts'

const problemsOf = (files: Record<string, string>) =>
  checkFailures(Object.entries(files).map(([path, text]) => ({ path, text })))
const contract = 'packages/core/src/cart/contract.ts'
const routes = 'packages/server/src/features/cart/routes.ts'

describe('every reason of a failure', () => {
  it('is declared once and given by the server, in the current project', () => {
    expect(checkFailures(readSources())).toEqual([])
  })

  it('is declared in one place, of core', () => {
    const full = "const full = {\n  'cart.full': { status: 409, text: msg({ message: 'Your cart is full.' }) },\n}\n"
    const again = "failures: { 'cart.full': { status: 409, text: msg({ message: 'Your cart is full.' }) } },"
    expect(problemsOf({ [contract]: full, [routes]: "throw new Failure('cart.full')" })).toEqual([])
    expect(problemsOf({ [contract]: `${full}${again}`, [routes]: "throw new Failure('cart.full')" })).toEqual([
      `cart.full is declared 2 times: ${contract}, ${contract}`,
    ])
    expect(problemsOf({ [routes]: `${full} throw new Failure('cart.full')` })).toEqual([
      `${routes} declares cart.full, which belongs into core`,
    ])
  })

  it('is declared if the server throws it', () => {
    expect(problemsOf({ [routes]: "throw new Failure('cart.lost', { data })" })).toEqual([
      `${routes} throws cart.lost, which is not declared`,
    ])
  })

  it('is given by the server, perhaps as one of two', () => {
    const lost = { [contract]: "{ 'cart.lost': {\n  status: 404,\n  text: msg({ message: 'Lost' }) } }" }
    const unused = [`${contract} declares cart.lost, which the server never gives`]
    expect(problemsOf(lost)).toEqual(unused)
    expect(problemsOf({ ...lost, [routes]: "throw new Failure(isLost ? 'cart.lost' : other)" })).toEqual([])
  })
})

describe('every fault of a field', () => {
  const [form, all] = ['packages/core/src/formFaults.ts', 'packages/core/src/inputFaults.ts']

  it('is declared once', () => {
    const files = {
      [form]: "{\n  email: msg({ message: 'Invalid email' }),\n}",
      [all]: "{\n  email: msg({ message: 'Invalid' }),\n}",
    }
    expect(problemsOf({ ...files, [routes]: "{ code: 'email' }" })).toEqual([
      `email is declared 2 times: ${form}, ${all}`,
    ])
  })

  it('is found by a call', () => {
    const faults = {
      [all]: "{\n  'too-odd': msg({ message: 'Too odd' }),\n  even: msg({ message: \"It's even\" }),\n}",
    }
    expect(problemsOf({ ...faults, [contract]: "fault('too-odd')" })).toEqual([
      `${all} declares even, which nothing finds`,
    ])
  })
})
