import { type ESTree, parseSync, Visitor } from 'vite'
import { hasWord, type Literal, looksWritten } from './literals.ts'

/** Attributes of words that nobody reads. */
const CODE_ATTRIBUTES = new Set(
  (
    'accept allow aria-activedescendant aria-controls aria-describedby aria-labelledby aria-owns autoComplete className d fontFamily headers href ' +
    'htmlFor id key part pattern preserveAspectRatio rel sandbox sizes src style transform viewBox'
  ).split(' '),
)
/** Attributes that are shown or read out: each word of them is one to translate. */
const WORD_ATTRIBUTES = new Set(
  'alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext label placeholder title'.split(
    ' ',
  ),
)

/** What the code of a page says between its tags and in their attributes. */
export function literalsOfPage(path: string, code: string): Literal[] {
  const found: Literal[] = []
  const addValues = (node: ESTree.Node, isWord: (text: string) => boolean) => {
    for (const { text, start } of valuesOf(node)) if (isWord(text)) found.push({ text: text.trim(), start })
  }
  const addChildren = (children: readonly ESTree.Node[]) => {
    for (const child of children) addValues(child, hasWord)
  }
  new Visitor({
    JSXText: ({ value, start }) => void (hasWord(value) && found.push({ text: value.trim(), start })),
    JSXElement: ({ children }) => addChildren(children),
    JSXFragment: ({ children }) => addChildren(children),
    JSXAttribute({ name, value }) {
      const attribute = name.type === 'JSXIdentifier' ? name.name : ''
      if (!value || CODE_ATTRIBUTES.has(attribute) || attribute.startsWith('data-')) return
      addValues(value, WORD_ATTRIBUTES.has(attribute) ? hasWord : looksWritten)
    },
  }).visit(parseSync(path, code).program)
  return found
}

/** The texts that an expression can stand for by itself, without those of variables and calls. */
export function valuesOf(node: ESTree.Node): Literal[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : []
  if (node.type === 'TemplateLiteral')
    return [
      { text: node.quasis.map(({ value }) => value.cooked ?? '').join(' '), start: node.start },
      ...node.expressions.flatMap(valuesOf),
    ]
  return partsOf(node).flatMap(valuesOf)
}

/** What an expression is made of, except what only decides between the others. */
function partsOf(node: ESTree.Node): readonly ESTree.Node[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate]
    case 'LogicalExpression':
      return [node.left, node.right]
    case 'BinaryExpression':
      return node.operator === '+' ? [node.left, node.right] : []
    case 'ArrayExpression':
      return node.elements.filter((each) => each !== null)
    case 'SequenceExpression':
      return node.expressions.slice(-1)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return [node.expression]
    default:
      return []
  }
}
