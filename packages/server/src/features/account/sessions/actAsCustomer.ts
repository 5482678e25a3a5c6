import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/failure.ts'
import type { Page } from '../../../platform/feature.ts'
import { shopAddress } from '../../../platform/http/shopAddress.ts'
import { makeTicket, useTicket } from '../../../platform/http/ticket.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../../platform/security/record.ts'
import { customersOf, findCustomerByEmail } from '../collection.ts'
import { usedLinkTexts } from '../usedLinkTexts.ts'
import { operatorFingerprint, recordAct } from './operatorActs.ts'
import { openCookieSession } from './sessions.ts'

const PURPOSE = 'simulate'
/** How long an operator's link is valid. */
export const SIMULATION_LINK_MS = 10 * 60_000

/** Creates an address that lets an operator act as a customer, once. Null if nobody has this email address. */
export async function simulationLink(
  app: App,
  provider: Provider,
  email: string,
  operator: string,
): Promise<string | null> {
  const customer = await findCustomerByEmail(app, provider, email)
  if (!customer) return null
  const ticket = await makeTicket(
    app,
    provider,
    PURPOSE,
    { customer: customer._id, operator },
    { ageMs: SIMULATION_LINK_MS },
  )
  return shopAddress(app, provider, `/simulate/${ticket}`)
}

/** The page of that link: it starts the session and the record of what the operator does. */
export const simulationPage: Page = {
  method: 'GET',
  path: '/simulate/:ticket',
  needsProvider: true,
  brokenLink: { texts: usedLinkTexts },
  handle: async (http, app, provider) => {
    const { ticket = '' } = http.params as { ticket?: string }
    http.set('Cache-Control', 'no-store')
    const found = provider && (await useTicket(app, provider, PURPOSE, ticket))
    const stored = found && (await customersOf(app, provider).findOne({ _id: found.customer as string }))
    if (!provider || !found || !stored) throw new Failure('not_found')
    const { _id, email, language } = stored
    const customer = { uuid: _id, email, language, isSimulated: true, operator: found.operator ?? '' }
    await recordAct({ app, provider, customer, now: app.clock() }, 'account.simulate')
    await openCookieSession(app, provider, http, customer)
    const operator = operatorFingerprint(app, customer.operator)
    recordSecurityEvent({ app, provider, http }, { event: 'simulation-started', customer: _id, operator })
    const query = typeof http.query.provider === 'string' ? `?${new URLSearchParams({ provider: provider.key })}` : ''
    http.redirect(`/my-account${query}`)
  },
}
