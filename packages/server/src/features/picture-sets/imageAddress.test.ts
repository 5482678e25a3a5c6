import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { ordersCommand } from '../orders/command.ts'
import { grantRights } from '../rights/collection.ts'

let server: TestServer
let mother: Buyer
beforeAll(async () => {
  server = await startTestServer()
  mother = await buildBuyer(server)
  await sellDigitalFiles(server.app, server.provider)
})
afterAll(() => server.close())

const fetch = (path: string) => server.client().fetch(path)
const pictures = async () =>
  (await mother.client.call(pictureSets.get, { subjectUuid: mother.set.subject.uuid })).pictureSet.pictures
const addressesOf = async (uuid: string) => (await pictures()).find((each) => each.uuid === uuid)?.display ?? {}

async function buy(choose: () => Promise<unknown>): Promise<string> {
  await choose()
  const { ordering } = await prepareOrder(mother, 'invoice')
  return (await mother.client.call(checkout.transaction, ordering)).order.uuid
}
const refund = async (order: string) =>
  expect(await runInTerminal(ordersCommand, ['refund', `#${order.slice(0, 8)}`], server.app)).toMatchObject({ code: 0 })

describe('the address of a picture', () => {
  const parameter = (name: string, change: (value: string) => string) => (address: string) =>
    address.replace(new RegExp(`([?&]${name}=)([^&]*)`), (_all, start, value) => `${start}${change(value)}`)
  const swap = (one: string, other: string) => (address: string) => {
    const [path, query = ''] = address.split('?')
    const parts = query.split('&')
    const at = (name: string) => parts.findIndex((part) => part.startsWith(`${name}=`))
    const [first, second] = [at(one), at(other)]
    ;[parts[first], parts[second]] = [parts[second] ?? '', parts[first] ?? '']
    return `${path}?${parts.join('&')}`
  }

  it.each<[string, (address: string) => string]>([
    ['an end with a plus', parameter('expires', (value) => `+${value}`)],
    ['an end with an encoded plus', parameter('expires', (value) => `%2B${value}`)],
    ['an end with a zero', parameter('expires', (value) => `0${value}`)],
    ['an end with a fraction', parameter('expires', (value) => `${value}.0`)],
    ['an end with an exponent', parameter('expires', (value) => `${value}e0`)],
    ['an end in hexadecimal', parameter('expires', (value) => `0x${Number(value).toString(16)}`)],
    ['an end with a space', parameter('expires', (value) => `%20${value}`)],
    ['an end with a line break', parameter('expires', (value) => `${value}%0A`)],
    ['another word for no watermark', parameter('watermark', () => 'no')],
    ['no watermark at all', (address) => address.replace('&watermark=0', '')],
    ['an empty background', (address) => address.replace('&expires', '&background=&expires')],
    ['an encoded digit', parameter('size', () => '%3640')],
    ['an encoded letter in its path', (address) => address.replace('/images/', '/%69mages/')],
    ['capitals in its path', (address) => address.replace('/images/', '/Images/')],
    ['a slash after its path', (address) => address.replace('?', '/?')],
    ['one parameter more', (address) => `${address}&cache=1`],
    ['one parameter more in front', (address) => address.replace('?', '?utm=1&')],
    ['a parameter twice', (address) => `${address}&size=640`],
    ['an ampersand more', (address) => `${address}&`],
    ['another order', swap('size', 'rotation')],
    ['the signature first', swap('size', 'signature')],
    ['a question mark more', (address) => address.replace('?', '??')],
  ])('has one spelling: %s is not found', async (_name, change) => {
    const address = (await pictures())[0]?.plain['640'] ?? ''
    const changed = change(address)
    expect(changed).not.toBe(address)
    const got = await fetch(changed)
    expect([got.status, got.headers['cache-control'] ?? '']).toEqual([404, expect.not.stringContaining('max-age')])
    expect((await fetch(address)).status).toBe(200)
  })
})

describe('the address of a full-size picture', () => {
  it.each([
    ['the picture', () => fileActions(mother).file(mother.set.pictures.first.uuid)],
    ['its set', () => fileActions(mother).set(mother.set.subject.uuid)],
  ])('ends with the refund of %s', async (_what, choose) => {
    const { uuid } = mother.set.pictures.first
    expect(Object.keys(await addressesOf(uuid))).not.toContain('1600')
    const order = await buy(choose)
    const { 1600: full = '', 960: small = '' } = await addressesOf(uuid)
    expect([(await fetch(full)).status, (await fetch(small)).status]).toEqual([200, 200])
    await refund(order)
    expect([(await fetch(full)).status, (await fetch(small)).status]).toEqual([404, 200])
    expect(Object.keys(await addressesOf(uuid))).not.toContain('1600')
  })

  it('stays while another order has paid for it', async () => {
    const { uuid } = mother.set.pictures.first
    const first = await buy(() => fileActions(mother).file(uuid))
    const { 1600: full = '' } = await addressesOf(uuid)
    const second = await buy(() => fileActions(mother).set(mother.set.subject.uuid))
    await refund(first)
    expect((await fetch(full)).status).toBe(200)
    await refund(second)
    expect((await fetch(full)).status).toBe(404)
  })

  it('is not valid for another customer, who has paid for the same picture', async () => {
    const { uuid } = mother.set.pictures.first
    const father = await buildCustomer(server, { subjects: [mother.set.subject.uuid] })
    const order = await buy(() => fileActions(mother).file(uuid))
    const { 1600: full = '' } = await addressesOf(uuid)
    await grantRights(server.app, server.provider, { customer: father.customer._id, targets: [uuid], order: 'his' })
    expect((await fetch(full)).status).toBe(200)
    await refund(order)
    expect((await fetch(full)).status).toBe(404)
  })
})
