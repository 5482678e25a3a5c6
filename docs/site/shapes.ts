/** The part of JSON Schema that describes the contract's calls. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
}

export type Shapes = {
  /** A schema in the form of a TypeScript type; parts that several calls share appear by name. */
  write(schema: Schema, hint: string): string
  /** The named types with their definitions, in the order in which the names occurred. */
  named(): [name: string, written: string][]
}

/** An object with at least this number of fields that occurs in two places is named and written once. */
const MIN_NAMED_FIELDS = 3

/** Names that TypeScript has for something else. */
const BUILT_IN = ['Date', 'Node', 'Set', 'Map', 'Record']

/** Writes schemas. `all` are those of every call, to find what they share; `components` are the targets of references. */
export function createShapes(all: readonly Schema[], components: Readonly<Record<string, Schema>>): Shapes {
  const shared = sharedObjects(all, components)
  const names = new Map<string, string>()
  const written = new Map<string, string>()

  function nameOf(schema: Schema, hint: string): string {
    const key = JSON.stringify(schema)
    const known = names.get(key)
    if (known) return known
    const used = new Set([...names.values(), ...BUILT_IN])
    const words = hint.split(/[.-]/).map(singular).map(capital)
    const whole = words.join('')
    // The last word of a call's own answer only says what the call does.
    const plain = hint.split('.').length > 2 ? words.at(-1) : undefined
    const free = [plain ?? whole, whole, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${whole}${number}`)]
    const name = free.find((one) => !used.has(one)) ?? key
    names.set(key, name)
    // Named before it is written: it may contain itself.
    written.set(name, '')
    written.set(name, block(schema, name))
    return name
  }

  function write(schema: Schema, hint: string): string {
    if (schema.$ref) return reference(schema.$ref, hint)
    if (isObject(schema)) return shared.has(JSON.stringify(schema)) ? nameOf(schema, hint) : block(schema, hint)
    const either = schema.anyOf ?? schema.oneOf
    if (either) return union([...new Set(either.map((one) => write(one, hint)))])
    if (schema.allOf) return schema.allOf.map((one) => write(one, hint)).join(' & ')
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => write(one, hint)).join(', ')}]`
    if (schema.type === 'array') return list(write(schema.items ?? {}, hint))
    if (schema.type === 'object') return record(schema, hint)
    return simple(schema)
  }

  function reference(ref: string, hint: string): string {
    const schema = components[ref.replace('#/components/schemas/', '')]
    if (!schema) return 'unknown'
    return isObject(schema) ? nameOf(schema, hint) : write(schema, hint)
  }

  function record({ additionalProperties: values }: Schema, hint: string): string {
    return typeof values === 'object' ? `Record<string, ${write(values, hint)}>` : 'object'
  }

  function block({ properties = {}, required = [] }: Schema, hint: string): string {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`
      return `${key}${required.includes(name) ? '' : '?'}: ${write(schema, `${hint}.${name.replaceAll(/\W/g, '')}`)}`
    })
    const line = `{ ${fields.join(', ')} }`
    if (fields.length === 0) return '{}'
    if (line.length <= 90 && !line.includes('\n')) return line
    return `{\n${fields.map((field) => indented(field)).join('\n')}\n}`
  }

  return { write, named: () => [...written] }
}

function isObject({ type, properties }: Schema): boolean {
  return type === 'object' && properties !== undefined && Object.keys(properties).length > 0
}

function union(parts: readonly string[]): string {
  const line = parts.join(' | ')
  return line.length > 90 && parts.length > 2
    ? parts.map((part) => `\n  | ${indented(part).trimStart()}`).join('')
    : line
}

const indented = (text: string): string => text.replace(/^/gm, '  ')
const list = (item: string): string => (/ [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function singular(word: string): string {
  if (/(?:ss|us|data|summary)$/i.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/s$/, '')
}

function simple({ type, format, pattern }: Schema): string {
  if (format === 'date-time') return 'time'
  if (format === 'uuid' || pattern?.startsWith('^[0-9a-f]{8}-')) return 'uuid'
  return [type ?? 'unknown'].flat().join(' | ')
}

/** The objects that occur in more than one place, as JSON. */
function sharedObjects(all: readonly Schema[], components: Readonly<Record<string, Schema>>): Set<string> {
  const counts = new Map<string, number>()
  const count = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const one = schema as Schema
    if (!Array.isArray(schema) && isObject(one) && Object.keys(one.properties ?? {}).length >= MIN_NAMED_FIELDS) {
      const key = JSON.stringify(one)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const inner of Object.values(schema)) count(inner)
  }
  for (const schema of [...all, ...Object.values(components)]) count(schema)
  return new Set([...counts].filter(([, times]) => times > 1).map(([key]) => key))
}
