import { support } from '@portraitkit/core/support/contract.ts'
import { makeResetKey } from '../../features/account/password/resetKeys.ts'
import { makeNonce } from '../../features/account/sessions/nonce.ts'
import { buildCustomer } from '../buildCustomer.ts'
import { buildPageCustomer, followLink, shopPage } from '../buildPageCustomer.ts'
import { flowOf } from '../flowOf.ts'
import type { CallsByName, Family } from './family.ts'

const UUID = '00000000-0000-4000-8000-000000000000'

/** The calls of visitors, before or without a sign-in. */
export function visitorCalls({ server, buyer, photoPackage }: Family): CallsByName {
  const { app, provider } = server
  const { uuid: template } = buyer.template.definition
  const visitor =
    (input: object = {}) =>
    async () => ({ client: server.client(), input })
  const withCode = (input: object) => async () => {
    const client = server.client()
    client.flow = await flowOf(app, provider, buyer.set.code)
    return { client, input }
  }
  const recording = async (input: object = {}) => {
    const client = server.client()
    const { key } = await client.call(support.start, { userAgent: 'A browser' })
    return { client, input: { key, ...input } }
  }
  const newAccount = { email: 'new@example.com', password: 'sesame-open', confirm_password: 'sesame-open' }
  return {
    'provider.settings': visitor(),
    'account.existsByEmail': withCode({ email: buyer.customer.email }),
    'account.create': withCode({
      ...newAccount,
      mobile: '(212) 555-0123',
      code: buyer.set.code,
      acceptmail: false,
      termsofservice: true,
    }),
    'account.signIn': visitor({ email: buyer.customer.email, password: buyer.password }),
    'account.nonce': visitor(),
    'account.renew': visitor({ sessionId: UUID, nonce: makeNonce(app, provider), signature: 'x' }),
    'account.acceptHandOver': async () => ({
      client: shopPage(server),
      input: await followLink(server, (await buildPageCustomer(server)).client),
    }),
    'account.remind': visitor({ email: buyer.customer.email }),
    'account.checkResetKey': visitor({ key: 'x'.repeat(43) }),
    'account.reset': async () => {
      const { customer } = await buildCustomer(server)
      const key = await makeResetKey(app, provider, customer._id)
      return { client: server.client(), input: { key, password: 'another secret' } }
    },
    'access.verifySubjectCode': visitor({ code: buyer.set.code }),
    'access.recoverCode': visitor({ email: 'parent@example.com' }),
    'template.cardCategories': visitor(),
    'template.list': visitor({ type: 'cards' }),
    'template.listByCategory': visitor({ type: 'cards', category: 'cards' }),
    'template.byUuid': visitor({ uuid: template }),
    'template.byUuidAndVersion': visitor({ uuid: template, version: '1' }),
    'photo-packages.open': visitor({ packageUuid: photoPackage }),
    'browsing.photogiftCategory': visitor({ category: 'mugs' }),
    'content.page': visitor({ id: 'hello' }),
    'content.privacyPolicy': visitor(),
    'support.startRecording': visitor({ userAgent: 'A browser' }),
    'support.addEvents': () => recording({ part: 0, events: '[]' }),
    'support.stopRecording': () => recording(),
  }
}
