import { Parser } from 'htmlparser2'
import { RosterError } from '../roster.ts'

export type XmlHandler = {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

const CHUNK = 65_536
const MAX_DEPTH = 100
const MAX_ATTRIBUTES = 100

/**
 * Reads XML piece by piece, so that a large sheet is never in memory as a tree. Names come without their prefixes. A document
 * type is refused, because entities are declared in it: a workbook has none.
 */
export function readXml(content: Buffer, handler: XmlHandler): void {
  let root: string | null = null
  let isComplete = false
  let depth = 0
  let attributeCount = 0
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.startsWith('!'))
          throw new RosterError('The roster is a workbook that declares XML entities, and was not read')
      },
      onopentagname() {
        attributeCount = 0
        if (++depth > MAX_DEPTH) throw unusual()
      },
      onattribute() {
        if (++attributeCount > MAX_ATTRIBUTES) throw unusual()
      },
      onopentag(name, attributes) {
        root ??= name
        handler.open?.(localName(name), attributes)
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name, isImplied) {
        depth--
        if (name === root) isComplete = !isImplied
        handler.close?.(localName(name))
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder('utf-8')
  for (let at = 0; at < content.length; at += CHUNK)
    parser.write(decoder.decode(content.subarray(at, at + CHUNK), { stream: true }))
  parser.end(decoder.decode())
  if (!isComplete) throw new RosterError('The roster is a workbook whose sheets end in the middle: save it again')
}

function unusual(): RosterError {
  return new RosterError('The roster is a workbook that no spreadsheet program has written, and was not read')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => localName(each) === name)
  return key === undefined ? undefined : attributes[key]
}
