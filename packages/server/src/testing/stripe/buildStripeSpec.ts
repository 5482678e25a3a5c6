import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/**
 * What Stripe accepts according to its own library's published types: the existing parameters, which are required, their types,
 * and the words of an enumeration. Read from the type declarations themselves, so that nothing is duplicated here.
 */

/** A form as it arrived, with its brackets parsed. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
/** The error of a parameter, in Stripe's words. */
export type ParamError = { message: string; param: string; code?: string }

type Shape =
  | { kind: 'text'; words: string[] | null }
  | { kind: 'integer' }
  | { kind: 'boolean' }
  | { kind: 'list'; of: () => Shape }
  | { kind: 'fields'; fields: Map<string, { isRequired: boolean; shape: () => Shape }>; any: (() => Shape) | null }
  | { kind: 'one of'; shapes: Shape[] }
  | { kind: 'empty' }

/** A node of the parsed declarations; only the fields in use. */
type Node = { type: string; [key: string]: unknown }
type DeclaredType = { node: Node; scope: string[]; file: string }
type File = { declared: Map<string, DeclaredType>; imported: Map<string, { name: string; file: string }> }

const resources = join(dirname(fileURLToPath(import.meta.resolve('stripe'))), 'resources')
const files = new Map<string, File>()

/** Checks the input against the parameters of this type, such as 'Checkout.SessionCreateParams' in 'Checkout/Sessions'. */
export function checkParams(file: string, type: string, sent: FormValue): ParamError | null {
  const path = join(resources, `${file}.d.ts`)
  return check(resolveNamed(type, { scope: [], file: path }), sent, '')
}

function check(shape: Shape, sent: FormValue, param: string): ParamError | null {
  switch (shape.kind) {
    case 'one of': {
      const errors = shape.shapes.map((one) => check(one, sent, param))
      return errors.includes(null) ? null : (errors[0] ?? null)
    }
    case 'empty':
      return sent === '' ? null : { message: `Invalid ${param}`, param }
    case 'list':
      if (!Array.isArray(sent)) return { message: 'Invalid array', param }
      return first(sent.map((each, index) => check(shape.of(), each, `${param}[${index}]`)))
    case 'fields':
      if (typeof sent === 'string' || Array.isArray(sent)) return { message: 'Invalid object', param }
      return checkFields(shape, sent, param)
    default:
      return checkWord(shape, sent, param)
  }
}

function checkWord(shape: Shape, sent: FormValue, param: string): ParamError | null {
  if (typeof sent !== 'string') return { message: 'Invalid string', param }
  if (sent === '')
    return { message: `You passed an empty string for '${param}'`, param, code: 'parameter_invalid_empty' }
  if (shape.kind === 'integer' && !/^-?\d+$/.test(sent)) {
    return { message: `Invalid integer: ${sent}`, param, code: 'parameter_invalid_integer' }
  }
  if (shape.kind === 'boolean' && !/^(true|false)$/.test(sent)) return { message: `Invalid boolean: ${sent}`, param }
  if (shape.kind === 'text' && shape.words && !shape.words.includes(sent)) {
    return { message: `Invalid ${param}: must be one of ${shape.words.join(', ')}`, param }
  }
  return null
}

function checkFields(
  { fields, any }: Extract<Shape, { kind: 'fields' }>,
  sent: { [name: string]: FormValue },
  param: string,
): ParamError | null {
  const within = (name: string) => (param ? `${param}[${name}]` : name)
  for (const [name, { isRequired }] of fields) {
    const missing = within(name)
    if (isRequired && sent[name] === undefined) {
      return { message: `Missing required param: ${missing}.`, param: missing, code: 'parameter_missing' }
    }
  }
  return first(
    Object.entries(sent).map(([name, value]) => {
      const at = within(name)
      const shape = fields.get(name)?.shape ?? any
      if (!shape) return { message: `Received unknown parameter: ${at}`, param: at, code: 'parameter_unknown' }
      return check(shape(), value, at)
    }),
  )
}

const first = (errors: Array<ParamError | null>): ParamError | null => errors.find((error) => error !== null) ?? null

function resolveNamed(name: string, from: { scope: string[]; file: string }): Shape {
  const { node, scope, file } = declaration(name, from)
  if (node.type === 'TSTypeAliasDeclaration') return shapeOf(node.typeAnnotation as Node, { scope, file })
  const fields = new Map<string, { isRequired: boolean; shape: () => Shape }>()
  let any: (() => Shape) | null = null
  for (const parent of node.extends as Array<{ expression: Node }>) {
    const inherited = resolveNamed(nameOf(parent.expression), { scope, file })
    if (inherited.kind === 'fields') for (const [key, value] of inherited.fields) fields.set(key, value)
  }
  for (const member of (node.body as { body: Node[] }).body) {
    const type = (member.typeAnnotation as { typeAnnotation: Node }).typeAnnotation
    const shape = () => shapeOf(type, { scope, file })
    if (member.type === 'TSIndexSignature') any = shape
    else
      fields.set(String((member.key as Node).name ?? (member.key as Node).value), {
        isRequired: !member.optional,
        shape,
      })
  }
  return { kind: 'fields', fields, any }
}

function shapeOf(node: Node, from: { scope: string[]; file: string }): Shape {
  switch (node.type) {
    case 'TSStringKeyword':
      return { kind: 'text', words: null }
    case 'TSNumberKeyword':
      return { kind: 'integer' }
    case 'TSBooleanKeyword':
      return { kind: 'boolean' }
    case 'TSArrayType':
      return { kind: 'list', of: () => shapeOf(node.elementType as Node, from) }
    case 'TSLiteralType':
      return wordOf((node.literal as { value: unknown }).value)
    case 'TSNullKeyword':
      return { kind: 'empty' }
    case 'TSUnionType':
      return unionOf((node.types as Node[]).filter(isKnownWord).map((each) => shapeOf(each, from)))
    case 'TSTypeReference':
      return resolveReference(node, from)
    default:
      throw new Error(`Stripe's types have a ${node.type}, which is not read here`)
  }
}

const wordOf = (value: unknown): Shape => (value === '' ? { kind: 'empty' } : { kind: 'text', words: [String(value)] })

/** "Other words may come in later versions": this server supports its own version only. */
const isKnownWord = (node: Node) => node.type !== 'TSTypeReference' || nameOf(node.typeName as Node) !== 'OtherString'

/** The words of an enumeration as one list, so that an error names all of them. */
function unionOf(shapes: Shape[]): Shape {
  const words = shapes.flatMap((shape) => (shape.kind === 'text' && shape.words ? shape.words : []))
  const others = shapes.filter((shape) => shape.kind !== 'text' || !shape.words)
  const all: Shape[] = words.length > 0 ? [{ kind: 'text', words }, ...others] : others
  return all.length === 1 && all[0] ? all[0] : { kind: 'one of', shapes: all }
}

function resolveReference(node: Node, from: { scope: string[]; file: string }): Shape {
  const name = nameOf(node.typeName as Node)
  const [of] = ((node.typeArguments as { params: Node[] } | null)?.params ?? []) as [Node?]
  if (name === 'Array' && of) return { kind: 'list', of: () => shapeOf(of, from) }
  if (name === 'Emptyable' && of) return { kind: 'one of', shapes: [shapeOf(of, from), { kind: 'empty' }] }
  if (name === 'Decimal') return { kind: 'text', words: null }
  return resolveNamed(name, from)
}

const nameOf = (node: Node): string =>
  node.type === 'TSQualifiedName' ? `${nameOf(node.left as Node)}.${nameOf(node.right as Node)}` : String(node.name)

/** Finds what a name means where it is used: in the namespaces around it, from the inside out, then among the imports. */
function declaration(name: string, { scope, file }: { scope: string[]; file: string }): DeclaredType {
  const { declared, imported } = fileAt(file)
  for (let depth = scope.length; depth >= 0; depth--) {
    const found = declared.get([...scope.slice(0, depth), name].join('.'))
    if (found) return found
  }
  const source = imported.get(name)
  if (!source) throw new Error(`Stripe's types name ${name} in ${file}, which is declared nowhere`)
  return declaration(source.name, { scope: [], file: source.file })
}

function fileAt(path: string): File {
  const known = files.get(path)
  if (known) return known
  const file: File = { declared: new Map(), imported: new Map() }
  files.set(path, file)
  const { body } = parseSync(path, readFileSync(path, 'utf8')).program as unknown as { body: Node[] }
  for (const node of body) {
    if (node.type === 'ImportDeclaration') readImports(node, path, file)
    else addDeclaration((node.declaration ?? node) as Node, [], path, file)
  }
  return file
}

function readImports(node: Node, path: string, { imported }: File): void {
  const source = String((node.source as { value: string }).value).replace(/\.js$/, '.d.ts')
  for (const { local, imported: there } of node.specifiers as Array<{ local: Node; imported?: Node }>) {
    if (there) imported.set(String(local.name), { name: String(there.name), file: join(dirname(path), source) })
  }
}

function addDeclaration(node: Node, scope: string[], path: string, file: File): void {
  const name = String((node.id as Node | undefined)?.name)
  if (node.type === 'TSModuleDeclaration') {
    for (const inner of (node.body as { body: Node[] }).body) {
      addDeclaration((inner.declaration ?? inner) as Node, [...scope, name], path, file)
    }
  } else if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
    // A type sees the namespace of its own name from inside.
    file.declared.set([...scope, name].join('.'), { node, scope, file: path })
  }
}
