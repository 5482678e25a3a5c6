import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { anAddress } from '../buildCheckout.ts'
import { buildCustomer } from '../buildCustomer.ts'
import { buildPageCustomer, neutralAddress } from '../buildPageCustomer.ts'
import { buildPictureSet } from '../buildPictureSet.ts'
import type { CallsByName, Family } from './family.ts'

/** The calls of the account area. */
export function accountCalls({ server, buyer }: Family): CallsByName {
  const own =
    (input: object = {}) =>
    async () => ({ client: buyer.client, input })
  const somebody =
    (inputOf: (password: string) => object = () => ({})) =>
    async () => {
      const { client, password } = await buildCustomer(server)
      return { client, input: inputOf(password) }
    }
  const { address, postalCode, city } = anAddress
  return {
    'account.session': own(),
    'account.signOut': somebody(),
    'account.patch': own({ lang: 'en' }),
    'account.data': own(),
    'account.update': own({ name: 'Anna Carter', address, postal_code: postalCode, city, mobile: '(212) 555-0123' }),
    'account.devices': own(),
    'account.endDevice': async () => {
      const { client, customer, password } = await buildCustomer(server)
      const phone = server.client()
      await phone.call(account.signIn, { email: customer.email, password })
      const { sessions } = await client.call(profile.devices, {})
      return { client, input: { id: sessions.find(({ current }) => !current)?.id } }
    },
    'account.export': own(),
    'account.delete': somebody(),
    'account.changePassword': somebody(() => ({ password: 'another secret', reTypePassword: 'another secret' })),
    'account.confirm': somebody((password) => ({ password })),
    'account.sendConfirmationCode': somebody(),
    'account.confirmByCode': somebody(() => ({ code: '123456' })),
    'account.sendAddressLink': somebody(),
    'account.createHandOver': async () => {
      const { client } = await buildPageCustomer(server)
      return { client, input: { target: neutralAddress(server, '/my-account') } }
    },
    'access.addPictureSetByCode': async () => {
      const { code } = await buildPictureSet(server.app, server.provider)
      return { client: (await buildCustomer(server)).client, input: { code, requestId: randomUUID() } }
    },
  }
}
