import { type AnyEndpoint, isInBody, isList, pathParameters } from '@portraitkit/core/endpoint.ts'
import type { Context, Middleware } from 'koa'
import type { App } from '../app.ts'
import { withinCall } from '../db/shortCache.ts'
import { Failure } from '../failure.ts'
import { type BoundCall, type CallContext, type Callers, type Flow, requirePart } from '../feature.ts'
import type { Provider } from '../provider/document.ts'
import { recordSecurityEvent } from '../security/record.ts'
import { readJson } from './body.ts'
import { readFlow } from './entryFlow.ts'
import { languageOfRequest } from './language.ts'
import { allowOrigin, allowReadingFailure, isAllowedOrigin, originOf } from './origin.ts'
import { requireRequestProvider } from './requestProvider.ts'
import { checkAnswer, parseInput } from './schemas.ts'
import { writeJson } from './storedJson.ts'

/** Answers one call of the contract: determines the shop and the caller, checks the input and the answer. */
export function callHandler(app: App, { endpoint, handle }: BoundCall): Middleware {
  const checked = app.env.mode !== 'production'
  const callers = requirePart(app.features, 'callers')
  async function answer(http: Context): Promise<void> {
    http.state.failures = endpoint.failures
    http.state.call = endpoint.name
    // A header that no form, image or navigation can set: without it nothing is changed, whatever the method.
    if (endpoint.changes && !http.get('x-provider')) throw new Failure('provider.missing')
    const provider = await resolveProvider(http, app)
    http.state.provider = provider.key
    http.state.language = languageOfRequest(http, provider)
    allowOrigin(http, app, provider)
    refuseForeignPage(http, app, provider)
    const call = await contextOf(http, app, provider, endpoint, callers)
    const input = parseInput(endpoint, await readInput(endpoint, call))
    // Recorded before the call: an operator's act leaves its trace whatever its outcome.
    if (endpoint.changes) await callers.record(call, endpoint.name)
    const answered = await handle(input, call)
    const body = writeJson(answered)
    if (checked) checkAnswer(endpoint, JSON.parse(body.toString('utf8')))
    http.status = 200
    http.set('Cache-Control', 'no-store')
    http.type = 'application/json'
    http.body = body
  }
  return (http) => withinCall(endpoint.changes, () => answer(http))
}

/** A page that names no shop or the wrong one may read the failure: that answer contains no session and no data of any shop. */
async function resolveProvider(http: Context, app: App): Promise<Provider> {
  try {
    return await requireRequestProvider(http, app)
  } catch (error) {
    if (error instanceof Failure) allowReadingFailure(http)
    throw error
  }
}

/**
 * A shop answers its own pages and the provider's, if the browser names the page. Any other page may read the refusal:
 * otherwise the browser would hide it, and the page would mistake it for a lost connection.
 */
function refuseForeignPage(http: Context, app: App, provider: Provider): void {
  const origin = originOf(http)
  if (!origin || isAllowedOrigin(http, app, provider, origin)) return
  allowReadingFailure(http)
  throw new Failure('origin.refused')
}

async function contextOf(
  http: Context,
  app: App,
  provider: Provider,
  endpoint: AnyEndpoint,
  callers: Callers,
): Promise<CallContext<'public'>> {
  const now = app.clock()
  const session = await callers.find(app, provider, http, now)
  const language = languageOfRequest(http, provider, session?.customer)
  http.state.language = language
  if (endpoint.access === 'customer' && !session) {
    recordSecurityEvent({ app, provider, http }, { event: 'session-refused' })
    throw new Failure('session.required')
  }
  if (endpoint.ownerOnly && session?.customer.isSimulated) throw new Failure('session.simulated')
  const flow = await findFlow(http, app, provider, now)
  if (endpoint.access === 'flow' && !flow) throw new Failure('flow.required')
  return { app, provider, customer: session?.customer ?? null, flow, language, now, http }
}

/** The flow of the request; null if there is none, or its code or share was ended after it began. */
async function findFlow(http: Context, app: App, provider: Provider, now: Date): Promise<Flow | null> {
  const flow = readFlow(app, provider, http.get('x-flow'), now)
  return flow && (await requirePart(app.features, 'codes').isOpen(app, provider, flow)) ? flow : null
}

/**
 * Path parameters, then the query or the body; handlers read files themselves. `provider` is how the client names the shop and
 * not part of any input.
 */
async function readInput(endpoint: AnyEndpoint, call: CallContext<'public'>): Promise<Record<string, unknown>> {
  const { http } = call
  const { provider: _provider, ...query } = http.query
  const sent = isInBody(endpoint) ? await readJson(endpoint, call) : wrapLists(query)
  const parameters = (http.params ?? {}) as Record<string, string>
  for (const name of pathParameters(endpoint.path)) sent[name] = parameters[name]
  return sent
}

/** Turns a list parameter into a list even if it occurs only once. */
function wrapLists(query: Context['query']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, isList(name) && !Array.isArray(value) ? [value] : value]),
  )
}
