/** What the shop needs of a page's policy: docs/guide/content-security-policy.md says what for. */
type Needs = {
  /** The address of the script tag. */
  loader: URL
  /** The nonce of the script tag. */
  nonce: string | undefined
  /** The addresses of the shops' servers. */
  apis: readonly URL[]
}

type Directives = ReadonlyMap<string, readonly string[]>

/** What each directive is for, in the sentence, and the sources that it needs. */
const LINES = [
  { name: 'connect-src', what: 'the calls of the shop', path: '/api/webshop/settings', more: [] },
  { name: 'img-src', what: 'the pictures of the shop', path: '/images/', more: ['data:', 'blob:'] },
  { name: 'font-src', what: 'the fonts of the shop', path: '/fonts/', more: [] },
] as const

/** What a policy of a page blocks of the shop, each with the text that allows it. */
export function policyFindings(
  page: URL,
  { place, policy }: { place: string; policy: string },
  needs: Needs,
): string[] {
  const directives = parsePolicy(policy)
  const apis = [...new Map(needs.apis.map((api) => [api.origin, api])).values()]
  const lines = LINES.flatMap(({ name, what, path, more }) => {
    const [found] = effective(directives, [name])
    const sources = found && directives.get(found)
    if (!found || !sources) return []
    const hosts = apis.filter((api) => !isAllowed(sources, new URL(path, api), page)).map(({ origin }) => origin)
    const missing = [...hosts, ...more.filter((source) => !hasSource(sources, source))]
    return missing.length > 0 ? [`${place} blocks ${what}: ${remedy(name, found, sources, missing)}`] : []
  })
  return [...scriptFindings(page, place, directives, needs), ...lines, ...trustedTypesFindings(place, directives)]
}

function scriptFindings(page: URL, place: string, directives: Directives, { loader, nonce }: Needs): string[] {
  const [found] = effective(directives, ['script-src-elem', 'script-src'])
  const sources = found && directives.get(found)
  if (!found || !sources) return []
  // A nonce is compared as it is written.
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return []
  if (hasSource(sources, "'strict-dynamic'"))
    return [
      `${place} blocks the script of the shop: give its tag the nonce of the page, as the page's own scripts have`,
    ]
  if (isAllowed(sources, loader, page)) return []
  const name = found === 'default-src' ? 'script-src' : found
  return [`${place} blocks the script of the shop: ${remedy(name, found, sources, [loader.origin])}`]
}

function trustedTypesFindings(place: string, directives: Directives): string[] {
  const names = directives.get('trusted-types')
  if (!names || names.includes('*') || names.includes('portraitkit')) return []
  return [
    `${place} blocks HTML that a shop's owner writes: ${remedy('trusted-types', 'trusted-types', names, ['portraitkit'])}`,
  ]
}

/** The text to add: to the directive if the policy has it, otherwise a directive that also has what the default allows. */
function remedy(name: string, found: string, sources: readonly string[], missing: readonly string[]): string {
  // A nonce is new on every page.
  const others = sources.filter((source) => source.toLowerCase() !== "'none'" && !source.startsWith("'nonce-"))
  if (found === name && others.length === sources.length) return `add to its ${name}: ${missing.join(' ')}`
  const line = [name, ...others, ...missing].join(' ')
  return found === name ? `replace its ${name} by: ${line}` : `add to it: ${line}`
}

function parsePolicy(policy: string): Directives {
  const directives = new Map<string, readonly string[]>()
  for (const text of policy.split(';')) {
    const [name = '', ...sources] = text.trim().split(/\s+/)
    // browsers ignore a directive that comes again
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

const effective = (directives: Directives, names: readonly string[]) =>
  [...names, 'default-src'].filter((name) => directives.has(name))

const hasSource = (sources: readonly string[], source: string) => sources.some((one) => one.toLowerCase() === source)

const isAllowed = (sources: readonly string[], url: URL, page: URL) =>
  sources.some((source) => matches(source, url, page))

/** Whether a source of a policy allows an address, by the rules of Content Security Policy Level 3, §6.7.2. */
function matches(source: string, url: URL, page: URL): boolean {
  const text = source.toLowerCase()
  if (text === '*') return true
  if (text === "'self'") return url.host === page.host && isScheme(page.protocol, url.protocol)
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, url.protocol)
  const [, scheme, host = '', port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^\s:/'"]+|\[[^\]]*\])(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? []
  if (!host || !isScheme((scheme ?? page.protocol).toLowerCase(), url.protocol)) return false
  return isHost(host.toLowerCase(), url.hostname) && isPort(port, url) && isPath(path, url.pathname)
}

/** A source of http allows https too. */
const isScheme = (allowed: string, protocol: string) =>
  allowed === protocol || (allowed === 'http:' && protocol === 'https:')

const isHost = (pattern: string, host: string) =>
  pattern === '*' || (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern)

function isPort(port: string | undefined, url: URL): boolean {
  if (port === '*') return true
  const actual = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (port === undefined) return url.port === ''
  return port === actual || (port === '80' && actual === '443')
}

/** A path that ends with a slash allows everything below it. */
const isPath = (path: string, requested: string) =>
  path === '' || (path.endsWith('/') ? requested.startsWith(path) : requested === path)
