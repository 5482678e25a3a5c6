import { type ESTree, Visitor } from 'vite'

export type Call = ESTree.CallExpression
export type Span = readonly [start: number, end: number]

/** The modules of core that declare calls. */
export const CALL_MODULES = /\/core\/src\/(?:[\w-]+\/)+(?:c|\w+C)ontract\.ts(?:\?|$)/

/** What only the server reads of a call, and the types are made of. */
const UNREAD = ['input', 'answer', 'failures', 'summary']

/**
 * Reduces calls to what a client needs: name, method, path and who may call. The server checks inputs and answers, so pages
 * contain neither the calls' schemas nor the library that parses them.
 */
export function withoutSchemas(code: string, program: ESTree.Program): string {
  return without(code, callsOf('endpoint', program).flatMap(propertiesNamed(UNREAD)))
}

/** Every call of a function by its name. */
export function callsOf(name: string, program: ESTree.Program): Call[] {
  const calls: Call[] = []
  const CallExpression = (call: Call) => {
    if (call.callee.type === 'Identifier' && call.callee.name === name) calls.push(call)
  }
  new Visitor({ CallExpression }).visit(program)
  return calls
}

/** The ranges of the properties with these names, each up to the next one or the end, in the object passed to a call. */
export function propertiesNamed(names: readonly string[]) {
  return ({ arguments: [given] }: Call): Span[] => {
    if (given?.type !== 'ObjectExpression') return []
    return given.properties.flatMap((property, index) => {
      const named =
        property.type === 'Property' && property.key.type === 'Identifier' && names.includes(property.key.name)
      return named ? [[property.start, given.properties[index + 1]?.start ?? given.end - 1] as const] : []
    })
  }
}

/** The code without these ranges, on as many lines as before, so that a source map still leads to the right one. */
export function without(code: string, spans: readonly Span[]): string {
  const fromTheEnd = spans.toSorted(([one], [other]) => other - one)
  const breaks = (text: string) => text.replaceAll(/[^\n]/g, '')
  return fromTheEnd.reduce(
    (text, [start, end]) => text.slice(0, start) + breaks(text.slice(start, end)) + text.slice(end),
    code,
  )
}
