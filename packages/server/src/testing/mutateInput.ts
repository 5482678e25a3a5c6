import fc from 'fast-check'

/** One change of a valid input: which place, and what is put there. */
export type Mutation = { place: number; kind: Kind; value: unknown; id: number; text: string; number: number }

/**
 * `fitting` keeps the type of the value: another id, a hostile text, a number at a limit. `any` puts any value there, `missing`
 * removes it, `extra` adds a field, `many` repeats a list.
 */
const KINDS = ['fitting', 'fitting', 'fitting', 'fitting', 'any', 'missing', 'extra', 'many'] as const
type Kind = (typeof KINDS)[number]

const HOSTILE_TEXTS = [
  '',
  ' ',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '🧑‍🎓'.repeat(9),
  "'; DROP TABLE orders; --",
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '{{7*7}}',
  '$ne',
  '$where',
  '__proto__',
  'constructor',
  'a@example.com\r\nBcc: b@example.com',
  'x'.repeat(300),
  '=HYPERLINK("http://example.com")',
  '-1',
  '1e309',
  'NaN',
]
const NUMBERS = [0, 1, -1, 2, 3, 0.5, 999, 1000, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER, 1e308]
const EXTRA_FIELDS = [
  '__proto__',
  'constructor',
  'provider',
  'customer',
  '$where',
  'price',
  'totalPrice',
  'isPaid',
  '_id',
]

/** Up to three changes of an input. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    place: fc.nat(1000),
    kind: fc.constantFrom(...KINDS),
    // an object with its own `toString` cannot be written into an address, so no client can send it there
    value: fc.oneof(
      fc.constantFrom<unknown>(null, { $ne: null }, { $gt: '' }, [], {}, true, ''),
      fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('toString')),
    ),
    id: fc.nat(1000),
    text: fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ maxLength: 40, unit: 'binary' })),
    number: fc.constantFrom(...NUMBERS),
  }),
  { minLength: 1, maxLength: 3 },
)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** A copy of the input with these changes. `ids` replace ids: those of others, or nobody's. */
export function mutateInput(
  input: object,
  changes: readonly Mutation[],
  ids: readonly string[],
): Record<string, unknown> {
  const copy = { root: structuredClone(input) as Record<string, unknown> }
  for (const given of changes) {
    // the arbitraries give the same object again, and a later change would put it into itself
    const change = { ...given, value: structuredClone(given.value) }
    const places = placesIn(copy).slice(1)
    const place = places[change.place % Math.max(1, places.length)]
    if (!place || change.kind === 'extra')
      define(copy.root, EXTRA_FIELDS[change.place % EXTRA_FIELDS.length] ?? '', change.value)
    else mutate(place, change, ids)
  }
  return copy.root
}

type Place = { holder: Record<string, unknown>; name: string }

/** Every place of a value in the input, outermost first. */
function placesIn(holder: Record<string, unknown>): Place[] {
  return Object.entries(holder).flatMap(([name, value]) => [
    { holder, name },
    ...(isObject(value) ? placesIn(value) : []),
  ])
}

function mutate({ holder, name }: Place, { kind, value, id, text, number }: Mutation, ids: readonly string[]): void {
  const before = holder[name]
  if (kind === 'missing') delete holder[name]
  else if (kind === 'any') define(holder, name, value)
  else if (kind === 'many' && Array.isArray(before))
    define(holder, name, Array(number === 999 ? 999 : 7).fill(before[0]))
  else if (typeof before === 'string') define(holder, name, UUID.test(before) ? ids[id % ids.length] : text)
  else if (typeof before === 'number') define(holder, name, number)
  else if (typeof before === 'boolean') define(holder, name, !before)
}

/** Also fields such as `__proto__`, which an assignment would not add. */
function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
}
