import { type ESTree, parseSync, Visitor } from 'vite'
import { hasWord, type Literal, looksWritten } from './literals.ts'
import { valuesOf } from './literalsOfPage.ts'

/** What an email, a PDF or a page of the server says: in templates, in HTML, and in what it draws. */
export function literalsOfDocument(path: string, code: string): Literal[] {
  const { program } = parseSync(path, code)
  const isCode = codeIn(program)
  const drawn = drawnIn(program)
  const found: Literal[] = []
  const add = (node: ESTree.Node, parts: readonly string[], isHtml = false) => {
    if (isCode(node)) return
    for (const text of drawn.has(node.start) ? parts.filter(hasWord) : writtenIn(parts, isHtml))
      found.push({ text: text.trim(), start: node.start })
  }
  const html = new Set<ESTree.Node>()
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) =>
      void (tag.type === 'Identifier' && tag.name === 'html' && html.add(quasi)),
    Literal: (node) => void (typeof node.value === 'string' && add(node, [node.value])),
    TemplateLiteral: (node) =>
      add(
        node,
        node.quasis.map(({ value }) => value.cooked ?? ''),
        html.has(node),
      ),
  }).visit(program)
  return found
}

const COMPARISON = /^[!=]==?$/

/** Whether a literal is none that anybody reads: a type, what something is compared with, a key, a failure of the program, or a text of the catalogue. */
function codeIn(program: ESTree.Program): (node: ESTree.Node) => boolean {
  const ranges: ESTree.Node[] = []
  new Visitor({
    TSLiteralType: (node) => void ranges.push(node),
    TSTemplateLiteralType: (node) => void ranges.push(node),
    ThrowStatement: (node) => void ranges.push(node),
    SwitchCase: ({ test }) => void (test && ranges.push(test)),
    BinaryExpression: ({ operator, left, right }) => void (COMPARISON.test(operator) && ranges.push(left, right)),
    TaggedTemplateExpression: (node) => void (isNamed(node.tag, /^msg$/) && ranges.push(node)),
    CallExpression: (node) => void (isOfProgram(node.callee) && ranges.push(node)),
    NewExpression: (node) => void (isNamed(node.callee, /(?:Error|Failure)$/) && ranges.push(node)),
    MemberExpression: ({ property }) => void ranges.push(property),
    Property: ({ key }) => void ranges.push(key),
  }).visit(program)
  return ({ start, end }) => ranges.some((range) => range.start <= start && end <= range.end)
}

/** Whether a call is given no texts to show: one of the catalogue, a line of the log, or the name of a font. */
function isOfProgram(callee: ESTree.Expression): boolean {
  if (callee.type !== 'MemberExpression') return isNamed(callee, /^msg$/)
  const { object, property } = callee
  const owner = object.type === 'MemberExpression' ? object.property : object
  return isNamed(owner, /^(?:console|log)$/) || isNamed(property, /^font$/)
}

/** Where the literals are that are drawn as they stand. */
function drawnIn(program: ESTree.Program): ReadonlySet<number> {
  const starts = new Set<number>()
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      const isDrawing = isNamed(name, callee === name ? /^write(?:Text|Line)$/ : /^text$/)
      for (const { start } of isDrawing ? given.flatMap((each) => valuesOf(each)) : []) starts.add(start)
    },
  }).visit(program)
  return starts
}

const isNamed = (node: ESTree.Node, name: RegExp) => node.type === 'Identifier' && name.test(node.name)

/** Stands for a value between the parts of a template. */
const VALUE = '\0'
const TAG = /<[a-z!/][^<>]*>/gi
const ATTRIBUTES = /\s(?:alt|aria-label|placeholder|title)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** The words of a template, between its values. */
function writtenIn(parts: readonly string[], isHtml: boolean): string[] {
  const text = parts.join(VALUE)
  if (isHtml || /<[!/]?[a-z]\w*[\s>]/i.test(text)) return writtenInHtml(text)
  return parts.filter((part) => !isStyle(part) && (looksWritten(part) || isNextToValue(parts, part)))
}

const isStyle = (text: string) => /^[\w-]+[:/]\S[^;]*;/.test(text)

/** `VAT ${number}`: unlike a key, it has a capital letter and a space. */
const isNextToValue = (parts: readonly string[], part: string) =>
  parts.length > 1 && /^\s*\p{Lu}\p{L}+[.:]?\s+$|^\s+\p{Lu}\p{L}+[.:]?\s*$/u.test(part)

/** What HTML says between its tags, and in attributes that are read. */
function writtenInHtml(text: string): string[] {
  const html = text.replace(/<!--[\s\S]*?-->|<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, VALUE).replace(/&#?\w+;/g, ' ')
  const attributes = [...html.matchAll(TAG)].flatMap(([tag]) =>
    [...tag.matchAll(ATTRIBUTES)].map(([, one = '', other = '']) => one || other),
  )
  return [...html.replace(TAG, VALUE).split(VALUE), ...attributes.flatMap((each) => each.split(VALUE))].filter(hasWord)
}
