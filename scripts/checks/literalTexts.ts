import { type ESTree, parseSync, Visitor } from 'vite'
import { isProduct, type Source } from './sources.ts'

/** Where a page's code is. */
const PAGE = /^(?:packages\/widgets|examples\/host-site)\/src\/.+\.tsx$/
/** What the server writes for families: emails, documents and pages. */
const DOCUMENT =
  /^packages\/server\/src\/(?:features\/.+(?:\/mails\/|[a-z]Mail|Pdf|\/receipt\/|\/draw)|platform\/http\/(?:notice|site)Page|ports\/payments\/sandbox\/page)\w*\.ts$/
const STYLES = /^(?:packages\/widgets|examples\/host-site)\/src\/.+\.css$/

/** Attributes of words that nobody reads. */
const CODE_ATTRIBUTES = new Set(
  'autoComplete className d fontFamily part preserveAspectRatio rel sandbox sizes style transform viewBox'.split(' '),
)

/** What may be written so, each with the reason. */
export const ALLOWED: Record<string, string> = {
  'packages/widgets/src/access/LetterArt.tsx: ABC 123': 'a code in a drawing',
  'packages/server/src/features/orders/mails/dailyMail.ts': 'for the operator, as the commands',
  'packages/server/src/features/orders/mails/dailyDigest.ts': 'what its command prints',
}

/**
 * The words that the code of pages, and of the server's documents, says by itself instead of taking them from the catalogues: whatever state a
 * page has to be in to show them. One sentence for each.
 */
export function checkLiteralTexts(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !(path in ALLOWED))
    .flatMap((source) =>
      literalsOf(source)
        .filter(({ text }) => !(`${source.path}: ${text}` in ALLOWED))
        .map(({ text, start }) => `${source.path}:${lineOf(source, start)} says "${text}"`),
    )
}

type Literal = { text: string; start: number }

function literalsOf({ path, text }: Source): Literal[] {
  if (STYLES.test(path)) return contentsOf(text)
  if (!isProduct(path) && !path.startsWith('examples/')) return []
  if (PAGE.test(path)) return textsOfPage(path, text)
  return DOCUMENT.test(path) ? textsOfDocument(path, text) : []
}

const lineOf = ({ text }: Source, start: number) => text.slice(0, start).split('\n').length

/** What CSS writes before and after elements. */
const contentsOf = (css: string): Literal[] =>
  [...css.matchAll(/\bcontent:\s*(['"])([^'"]*\p{L}{2}[^'"]*)\1/gu)].map(({ 2: text = '', index }) => ({
    text,
    start: index,
  }))

function textsOfPage(path: string, code: string): Literal[] {
  const found: Literal[] = []
  const add = (text: string, start: number, isWord: (text: string) => boolean) => {
    if (isWord(text)) found.push({ text: text.trim(), start })
  }
  const addValues = (node: ESTree.Node, isWord: (text: string) => boolean): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value, node.start, isWord)
    else if (node.type === 'TemplateLiteral')
      add(node.quasis.map(({ value }) => value.cooked ?? '').join(' '), node.start, isWord)
    else if (node.type === 'ConditionalExpression')
      for (const each of [node.consequent, node.alternate]) addValues(each, isWord)
    else if (node.type === 'LogicalExpression') for (const each of [node.left, node.right]) addValues(each, isWord)
    else if (node.type === 'JSXExpressionContainer') addValues(node.expression, isWord)
  }
  const addChildren = (children: readonly ESTree.Node[]) => {
    for (const child of children) addValues(child, hasWord)
  }
  new Visitor({
    JSXText: ({ value, start }) => add(value, start, hasWord),
    JSXElement: ({ children }) => addChildren(children),
    JSXFragment: ({ children }) => addChildren(children),
    JSXAttribute({ name, value }) {
      if (value && !(name.type === 'JSXIdentifier' && CODE_ATTRIBUTES.has(name.name))) addValues(value, looksWritten)
    },
  }).visit(parseSync(path, code).program)
  return found
}

function textsOfDocument(path: string, code: string): Literal[] {
  if (path.endsWith('Texts.ts')) return []
  const found: Literal[] = []
  const messages = new Set<ESTree.Node>()
  const add = (text: string, start: number) => {
    if (looksWritten(text) && !/^[\w-]+[:/]\S[^;]*;/.test(text)) found.push({ text: text.trim(), start })
  }
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) =>
      void (tag.type === 'Identifier' && tag.name === 'msg' && messages.add(quasi)),
    Literal({ value, start }) {
      if (typeof value === 'string') for (const text of writtenIn([value])) add(text, start)
    },
    TemplateLiteral(node) {
      if (messages.has(node)) return
      for (const text of writtenIn(node.quasis.map(({ value }) => value.cooked ?? ''))) add(text, node.start)
    },
  }).visit(parseSync(path, code).program)
  return found
}

/** The words between the tags and values of a template. */
const writtenIn = (parts: readonly string[]): string[] =>
  parts
    .join('\0')
    .replace(/<style[^>]*>[\s\S]*?<\/style>|<[^>]*>/g, '\0')
    .split('\0')

const hasWord = (text: string) => /\p{L}{2}/u.test(text)
/** Several words, or one with a capital letter: unlike keys, classes and addresses. */
const looksWritten = (text: string) =>
  /\p{L}[,.:;]? +\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}{2,}[.:!?]?$/u.test(text.trim())
