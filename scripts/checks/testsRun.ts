import { type ESTree, parseSync, Visitor } from 'vite'
import { CONDITIONAL_TESTS } from './features.ts'
import { isTest, type Module } from './sources.ts'

const SUITES = ['it', 'test', 'describe', 'suite']
/** Names that leave a test out, plan one, run it alone, under a condition, or expect that it fails. */
const LEAVES_OUT = ['skip', 'skipIf', 'runIf', 'only', 'todo', 'fails']
const OTHER_NAMES = /^(?:x(?:it|test|describe)|f(?:it|describe))$/

/**
 * No test is left out, run alone or expected to fail, however that is written: by the suite, its options or the test's own
 * context. `allowed` are the exceptions, such as those under a condition, as `path what`.
 */
export function checkTestsRun(
  modules: readonly Module[],
  allowed: Record<string, string> = CONDITIONAL_TESTS,
): string[] {
  const found = modules.filter(({ path }) => isTest(path)).flatMap(leftOut)
  const needless = Object.keys(allowed).filter((name) => !found.some((each) => each.name === name))
  return [
    ...found.filter(({ name }) => !allowed[name]).map(({ path, line, what }) => `${path}:${line} ${what}`),
    ...needless.map((name) => `${name} is listed as an exception and is not needed`),
  ]
}

function leftOut({ path, text }: Module) {
  const found: { name: string; path: string; line: number; what: string }[] = []
  const { program } = parseSync(path, text)
  const suites = suiteNames(program)
  const add = (start: number, end: number) => {
    const what = text.slice(start, end)
    found.push({ name: `${path} ${what}`, path, line: text.slice(0, start).split('\n').length, what })
  }
  const addKeys = ({ properties }: { properties: readonly ESTree.Node[] }, words: readonly string[]) => {
    for (const each of properties)
      if (each.type === 'Property' && words.includes(keyOf(each.key, each.computed))) add(each.start, each.end)
  }
  const addParameters = ({ params }: { params: readonly ESTree.Node[] }) => {
    for (const each of params) if (each.type === 'ObjectPattern') addKeys(each, ['skip'])
  }
  new Visitor({
    MemberExpression({ object, property, computed, start, end }) {
      const word = keyOf(property, computed)
      // the context of a test has whatever name its parameter has
      const isOfContext = word === 'skip' && (object.type === 'Identifier' || object.type === 'ThisExpression')
      if (isOfContext || (LEAVES_OUT.includes(word) && suites.has(rootOf(object)))) add(start, end)
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && OTHER_NAMES.test(callee.name)) add(callee.start, callee.end)
      if (!suites.has(rootOf(callee))) return
      for (const each of given) if (each.type === 'ObjectExpression') addKeys(each, LEAVES_OUT)
    },
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'ObjectPattern' && suites.has(rootOf(init))) addKeys(id, LEAVES_OUT)
    },
    FunctionDeclaration: addParameters,
    FunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
  }).visit(program)
  return found
}

/** The names for `it`, `test` and `describe` in a file. */
function suiteNames(program: ESTree.Program): Set<string> {
  const names = new Set(SUITES)
  new Visitor({
    ImportSpecifier({ imported, local }) {
      if (imported.type === 'Identifier' && SUITES.includes(imported.name)) names.add(local.name)
    },
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier' && names.has(rootOf(init))) names.add(id.name)
    },
  }).visit(program)
  return names
}

/** The variable at the start of a chain: `it` of `it.concurrent.each([])`. */
function rootOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  if (node.type === 'CallExpression') return rootOf(node.callee)
  return ''
}

/** The name of a property: `skip` of `it.skip` and of `it['skip']`. */
function keyOf(key: ESTree.Node, computed: boolean): string {
  if (key.type === 'Identifier') return computed ? '' : key.name
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? ''
  return key.type === 'Literal' ? String(key.value) : ''
}
