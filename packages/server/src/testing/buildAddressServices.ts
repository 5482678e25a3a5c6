import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * For tests: a server that imitates the two address services, with two houses. It is stricter than they are: it refuses
 * everything that they do not document, and records each request.
 */
export type TestServices = {
  url: string
  /** The call, with its session. */
  requests: Array<{ what: string; session: string | undefined }>
  /** Returns this instead, once. */
  failNext(how: 'status' | 'nonsense' | 'shape'): void
  close(): Promise<void>
}

export const API_KEY = 'a-key-that-nobody-may-see'

type House = {
  id: string
  number: string
  street: string
  code: string
  city: string
  state: string
  stateName: string
}
const houses: House[] = [
  {
    ...{ id: 'ChIJ0x_maple-12', number: '12', street: 'Maple Street', code: '02139', city: 'Cambridge' },
    ...{ state: 'MA', stateName: 'Massachusetts' },
  },
  {
    ...{ id: 'ChIJ0x_maple-14', number: '14', street: 'Maple Street', code: '02139', city: 'Cambridge' },
    ...{ state: 'MA', stateName: 'Massachusetts' },
  },
]

const lineOf = ({ number, street, code, city, state }: House) => `${number} ${street}, ${city}, ${state} ${code}, USA`
const housesAt = (written: string) =>
  houses.filter((house) => lineOf(house).toLowerCase().includes(written.toLowerCase()))

class ServiceRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function require(isRight: boolean, message: string, status = 400): void {
  if (!isRight) throw new ServiceRefusal(status, message)
}

type ServiceRequest = {
  request: IncomingMessage
  url: URL
  body: string
  note: (what: string, session?: unknown) => void
}

const LIVEABLE = ['street_address', 'premise', 'subpremise', 'route']
const FIELDS = 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text'

function googleAutocomplete({ request, body, note }: ServiceRequest): unknown {
  require(request.method === 'POST', 'Method not allowed', 405)
  require(request.headers['content-type'] === 'application/json', 'Not JSON')
  require(request.headers['x-goog-fieldmask'] === FIELDS, 'An unknown field mask')
  const sent = JSON.parse(body) as Record<string, unknown>
  const known = ['input', 'includedRegionCodes', 'includedPrimaryTypes', 'languageCode', 'regionCode', 'sessionToken']
  const unknown = Object.keys(sent).filter((name) => !known.includes(name))
  require(unknown.length === 0, `Invalid JSON payload received. Unknown name "${unknown[0]}"`)
  require(JSON.stringify(sent.includedPrimaryTypes) === JSON.stringify(LIVEABLE), 'Unknown types')
  require(JSON.stringify(sent.includedRegionCodes) === '["us"]' && sent.regionCode === 'us', 'Another region')
  require(sent.languageCode === 'en' && typeof sent.input === 'string', 'No input')
  note(`suggest ${sent.input}`, sent.sessionToken)
  const suggestions = housesAt(String(sent.input)).map((house) => ({
    placePrediction: { placeId: house.id, text: { text: lineOf(house) } },
  }))
  // without a match there is no such field at all
  return suggestions.length > 0 ? { suggestions } : {}
}

function googleDetails({ request, url, note }: ServiceRequest): unknown {
  require(request.method === 'GET', 'Method not allowed', 405)
  require(request.headers['x-goog-fieldmask'] === 'postalAddress', 'FieldMask is a required parameter')
  const known = ['languageCode', 'regionCode', 'sessionToken']
  require([...url.searchParams.keys()].every((name) => known.includes(name)), 'Unknown parameter')
  const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  note(`resolve ${id}`, url.searchParams.get('sessionToken') ?? undefined)
  const house = houses.find((each) => each.id === id)
  if (!house) throw new ServiceRefusal(400, 'Not a valid Place ID')
  const { number, street, code, city, state } = house
  return {
    postalAddress: {
      regionCode: 'US',
      languageCode: 'en',
      postalCode: code,
      administrativeArea: state,
      locality: city,
      addressLines: [`${number} ${street}`],
    },
  }
}

const geoapifyPlace = (house: House) => ({
  place_id: house.id,
  formatted: lineOf(house),
  address_line1: `${house.number} ${house.street}`,
  address_line2: `${house.city}, ${house.state} ${house.code}`,
  country: 'United States',
  country_code: 'us',
  housenumber: house.number,
  street: house.street,
  postcode: house.code,
  city: house.city,
  state: house.stateName,
  state_code: house.state,
  result_type: 'building',
})

function requireParameters(url: URL, expected: Record<string, string | undefined>): void {
  for (const [name, value] of url.searchParams) {
    require(name in expected && (expected[name] === undefined || expected[name] === value), `"${name}" is not allowed`)
  }
  for (const name of Object.keys(expected)) require(url.searchParams.has(name), `"${name}" is required`)
}

function geoapifyAutocomplete({ request, url, note }: ServiceRequest): unknown {
  require(request.method === 'GET', 'Not found', 404)
  const fixed = { filter: 'countrycode:us', lang: 'en', limit: '10', format: 'json', apiKey: API_KEY }
  requireParameters(url, { text: undefined, ...fixed })
  const written = url.searchParams.get('text') ?? ''
  note(`suggest ${written}`)
  // a town with the name is among the houses
  const town = { place_id: 'town', formatted: 'Maple, USA', city: 'Maple', result_type: 'city', country_code: 'us' }
  return { results: [town, ...housesAt(written).map(geoapifyPlace)], query: { text: written } }
}

function geoapifyDetails({ request, url, note }: ServiceRequest): unknown {
  require(request.method === 'GET', 'Not found', 404)
  requireParameters(url, { id: undefined, features: 'details', lang: 'en', apiKey: API_KEY })
  const id = url.searchParams.get('id') ?? ''
  note(`resolve ${id}`)
  const house = houses.find((each) => each.id === id)
  const properties = house && { feature_type: 'details', ...geoapifyPlace(house) }
  return { type: 'FeatureCollection', features: properties ? [{ type: 'Feature', properties }] : [] }
}

function answerOf(request: ServiceRequest): unknown {
  const { pathname, searchParams } = request.url
  if (pathname === '/v1/geocode/autocomplete' || pathname === '/v2/place-details') {
    require(searchParams.get('apiKey') === API_KEY, 'Invalid apiKey', 401)
    return pathname === '/v2/place-details' ? geoapifyDetails(request) : geoapifyAutocomplete(request)
  }
  require(request.request.headers['x-goog-api-key'] === API_KEY, 'API key not valid. Please pass a valid API key.')
  require(!searchParams.has('key'), 'A key in an address is written into logs')
  if (pathname === '/v1/places:autocomplete') return googleAutocomplete(request)
  require(/^\/v1\/places\/[^/]+$/.test(pathname), 'Not found', 404)
  return googleDetails(request)
}

export async function startTestServices(): Promise<TestServices> {
  const requests: TestServices['requests'] = []
  let next: 'status' | 'nonsense' | 'shape' | undefined
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const failing = next
    next = undefined
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    try {
      const body = await text(request)
      if (failing === 'status') throw new ServiceRefusal(503, 'Service unavailable')
      if (failing === 'nonsense') return response.writeHead(200).end('<html>Sign in to this network</html>')
      if (failing === 'shape')
        return send(200, { suggestions: 'none', results: 'none', features: 'none', postalAddress: 1 })
      const note = (what: string, session?: unknown) =>
        requests.push({ what, session: typeof session === 'string' ? session : undefined })
      return send(200, answerOf({ request, url, body, note }))
    } catch (error) {
      const status = error instanceof ServiceRefusal ? error.status : 500
      const message = error instanceof Error ? error.message : ''
      return send(status, { error: { code: status, message }, statusCode: status, message })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests,
    failNext(how) {
      next = how
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}
