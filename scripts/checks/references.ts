import { dirname, join, matchesGlob, relative } from 'node:path/posix'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './sources.ts'

/** A reference of one module to another, and its kind. */
export interface ModuleReference {
  specifier: string
  line: number
  /** The names imported or exported; `*` for a namespace or a star export, `default` for the default. */
  names: string[]
  kind: 'import' | 'type' | 'dynamic' | 'export' | 'star' | 'url'
}

/** A module's name in the code, without its line. */
type Found = Omit<ModuleReference, 'line'> & { start: number }

/**
 * Everything that a module imports, re-exports, requires, loads dynamically or by `import.meta.glob`, or addresses by
 * `new URL('…', import.meta.url)`.
 * @param paths the files among which the patterns of `import.meta.glob` are looked up
 */
export function referencesOf(source: Source, paths: readonly string[] = []): ModuleReference[] {
  const { module, program } = parseSync(source.path, source.text)
  const imports = module.staticImports.map(
    (found): Found => ({
      specifier: found.moduleRequest.value,
      start: found.start,
      names: found.entries.map(({ importName: { kind, name } }) =>
        kind === 'NamespaceObject' ? '*' : kind === 'Default' ? 'default' : (name ?? ''),
      ),
      kind: found.entries.length > 0 && found.entries.every((entry) => entry.isType) ? 'type' : 'import',
    }),
  )
  const exports = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry): Found[] => {
      if (!entry.moduleRequest) return []
      const star = entry.importName.kind !== 'Name'
      const kind = star ? 'star' : entry.isType ? 'type' : 'export'
      return [{ specifier: entry.moduleRequest.value, start: found.start, names: [entry.importName.name ?? '*'], kind }]
    }),
  )
  const lineOf = (offset: number): number => source.text.slice(0, offset).split('\n').length
  return [...imports, ...exports, ...expressionsOf(source, program, paths)].map(({ start, ...found }) => ({
    ...found,
    line: lineOf(start),
  }))
}

/** The names in the expressions, the types and the empty exports of a module. */
function expressionsOf({ path, text }: Source, program: ESTree.Program, paths: readonly string[]): Found[] {
  const found: Found[] = []
  const add = (kind: Found['kind'], start: number, specifier: string | undefined, names = ['*']) => {
    if (specifier !== undefined) found.push({ kind, start, specifier, names })
  }
  const requires = requireNames(program)
  new Visitor({
    ExportNamedDeclaration({ source, specifiers, exportKind, start }) {
      if (specifiers.length === 0) add(exportKind === 'type' ? 'type' : 'export', start, textOf(source), [])
    },
    TSImportType({ source, start }) {
      add('type', start, textOf(source))
    },
    TSImportEqualsDeclaration({ moduleReference: named, importKind, start }) {
      if (named.type === 'TSExternalModuleReference')
        add(importKind === 'type' ? 'type' : 'import', start, textOf(named.expression))
    },
    ImportExpression({ source, start }) {
      add('dynamic', start, textOf(source))
    },
    NewExpression({ callee, arguments: [first, second], start }) {
      const ofThisModule = second && text.slice(second.start, second.end) === 'import.meta.url'
      if (callee.type === 'Identifier' && callee.name === 'URL' && ofThisModule) add('url', start, textOf(first), [])
    },
    CallExpression({ callee, arguments: [first, second], start }) {
      const called = text.slice(callee.start, callee.end)
      if (isRequire(callee, requires)) add('import', start, textOf(first))
      else if (called === 'import.meta.resolve') add('url', start, textOf(first), [])
      else if (called === 'import.meta.glob') {
        const isEager = /\beager: true\b/.test(second ? text.slice(second.start, second.end) : '')
        for (const { specifier, isFile } of expandPatterns(dirname(path), textsOf(first), paths))
          add(isFile ? (isEager ? 'import' : 'dynamic') : 'url', start, specifier)
      }
    },
  }).visit(program)
  return found
}

/** The variables that stand for `require`, or for its `resolve`. */
function requireNames(program: ESTree.Program): Set<string> {
  const names = new Set(['require'])
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (!init || !isCreateRequire(init)) return
      if (id.type === 'Identifier') names.add(id.name)
      if (id.type !== 'ObjectPattern') return
      for (const each of id.properties)
        if (each.type === 'Property' && each.value.type === 'Identifier') names.add(each.value.name)
    },
  }).visit(program)
  return names
}

const isCreateRequire = (node: ESTree.Node): boolean =>
  node.type === 'CallExpression' &&
  ((node.callee.type === 'Identifier' && node.callee.name === 'createRequire') ||
    (node.callee.type === 'MemberExpression' &&
      node.callee.property.type === 'Identifier' &&
      node.callee.property.name === 'createRequire'))

/** Whether an expression is `require`, `require.resolve` or the result of `createRequire`, under any name. */
function isRequire(node: ESTree.Node, names: ReadonlySet<string>): boolean {
  if (node.type === 'Identifier') return names.has(node.name)
  if (node.type !== 'MemberExpression') return isCreateRequire(node)
  return node.property.type === 'Identifier' && node.property.name === 'resolve' && isRequire(node.object, names)
}

/** The files that patterns stand for, relative to their folder; a pattern that fits no file yet stands for itself. */
function expandPatterns(folder: string, patterns: readonly string[], paths: readonly string[]) {
  const relativePatterns = patterns.filter((pattern) => /^!?\.{1,2}\//.test(pattern))
  const excluded = relativePatterns.filter((each) => each.startsWith('!')).map((each) => join(folder, each.slice(1)))
  return relativePatterns
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => {
      const fitting = paths.filter(
        (path) => matchesGlob(path, join(folder, pattern)) && !excluded.some((each) => matchesGlob(path, each)),
      )
      if (fitting.length === 0) return [{ specifier: pattern, isFile: false }]
      return fitting.map((path) => ({ specifier: relative(folder, path).replace(/^(?!\.)/, './'), isFile: true }))
    })
}

/** The texts of a literal or of an array of them. */
function textsOf(node: ESTree.Node | null | undefined): string[] {
  if (node?.type === 'ArrayExpression') return node.elements.flatMap((each) => textsOf(each))
  const text = textOf(node)
  return text === undefined ? [] : [text]
}

/** The text of a literal, or of a template without expressions; undefined for anything else. */
function textOf(node: ESTree.Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}
