import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './sources.ts'

/** A kind of name that readers stumble over, and what to use instead (see docs/contributing/words.md). */
export interface BannedWord {
  name: RegExp
  instead: string
}

export const BANNED_WORDS: readonly BannedWord[] = [
  {
    name: /^(?:asked|begun|brought|chosen|held|kept|meant|said|shown|taken|told|wanted)$/i,
    instead: 'a noun: request, cached, input, draft, selected, visible, options',
  },
  { name: /^(?:most|least|longest)(?:[A-Z]|$)|^(?:MOST|LEAST|LONGEST)(?:_|$)/, instead: 'max…, min…' },
  { name: /^atOnce$|^AT_ONCE$|_AT_ONCE$/, instead: 'CONCURRENCY, BATCH_SIZE' },
  { name: /^the[A-Z]/, instead: 'require… if it throws, find… if it may return null' },
  { name: /^why[A-Z]/, instead: '…Reason' },
  { name: /^PATIENCE/i, instead: '…TIMEOUT_MS' },
  { name: /^(?:meeting|seeing|speaking|telling)$/i, instead: 'a noun for what it does' },
  { name: /OfLine$/, instead: 'Line…' },
  { name: /^Sure[A-Z]/, instead: 'Confirm…' },
  { name: /[a-z]Remarks?$|^remarksO[fn]/, instead: 'warning' },
  { name: /^give[A-Z]?\w*Back$/, instead: 'refund, release, return' },
]

/** Files and folders that may have a banned name, each with the reason. */
export const NAMED_SO: Record<string, string> = {
  'packages/server/src/demo/templates/the-year': 'a template, under the id with which it is stored',
}

/** A phrase that readers stumble over, and what to write instead. */
export interface BannedPhrase {
  phrase: RegExp
  instead: string
  /** Only in prose, which is comments, titles of tests and documents: elsewhere it has another meaning. */
  isOfProse?: true
}

export const BANNED_PHRASES: readonly BannedPhrase[] = [
  {
    phrase: /\bwhere (?:it|there|one|nothing) (?:is|are) (?:not|no|none)\b/i,
    instead: 'if it is missing, if there is none',
  },
  { phrase: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)\w+/i, instead: 'is not a…, are not…' },
  { phrase: /\ball the same\b/i, instead: 'anyway' },
  { phrase: /\bof ours\b/i, instead: 'our own, of the server, of the shop' },
  { phrase: /\bnobody knows\b/i, instead: 'unknown' },
  {
    phrase: /\banswers (?:[012]|whether|where|which|how|the|a|null|true|false)\b/i,
    instead: 'returns, exits with',
    isOfProse: true,
  },
  // in German and Danish "E-Mail" and "e-mail" are words, and some texts are in these languages
  { phrase: /\be-mail/i, instead: 'email', isOfProse: true },
  { phrase: /\b[Ee]-mail (?:address(?:es)?|and|is|or|with|from|that)\b/, instead: 'email' },
  { phrase: /\ba mail\b(?! (?:address|program|queue|server|service))/i, instead: 'an email', isOfProse: true },
  { phrase: /\b(?:stands?|lies) (?:in|beside|behind|next to)\b/i, instead: 'is in, is next to', isOfProse: true },
  { phrase: /\bonce more\b/i, instead: 'again', isOfProse: true },
  { phrase: /\bgoes on\b(?! to\b)/i, instead: 'continues', isOfProse: true },
  { phrase: /\b(?:has|have) come or gone\b/i, instead: 'was added or removed', isOfProse: true },
]

/** Texts that may contain a banned phrase, each with the reason. */
export const ALLOWED_TEXTS: Record<string, string> = {
  'This file is no picture.': 'a customer reads it',
}

/** A declared name in the sources. */
export interface DeclaredName {
  name: string
  path: string
  line: number
}

type Pattern = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['VariableDeclarator']>>[0]['id']

/**
 * The banned names that a file declares for variables, parameters, functions, methods of classes, types, enums and their
 * members, and under which it imports or exports. Properties are exempt, because many of them are stored or sent as JSON, and
 * so are variables that destructuring names after a property.
 */
export function declaredNames({ path, text }: Source): DeclaredName[] {
  const names: DeclaredName[] = []
  const add = (id: { name: string; start: number } | null): void => {
    if (!id) return
    if (BANNED_WORDS.some((word) => word.name.test(id.name)))
      names.push({ name: id.name, path, line: text.slice(0, id.start).split('\n').length })
  }
  const addPattern = (pattern: Pattern): void => {
    if (pattern.type === 'Identifier') add(pattern)
    else if (pattern.type === 'AssignmentPattern') addPattern(pattern.left)
    else if (pattern.type === 'ArrayPattern') {
      for (const element of pattern.elements)
        if (element) addPattern(element.type === 'RestElement' ? element.argument : element)
    } else {
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') addPattern(property.argument)
        else if (!property.shorthand) addPattern(property.value)
      }
    }
  }
  const addParameters = ({ params }: { params: readonly unknown[] }): void => {
    for (const parameter of params as Array<Pattern | { type: 'RestElement'; argument: Pattern }>)
      if (parameter.type === 'RestElement') addPattern(parameter.argument)
      else if (/Pattern$|^Identifier$/.test(parameter.type)) addPattern(parameter)
  }
  const addAlias = (original: ESTree.Node, alias: ESTree.Node): void => {
    if (alias.type === 'Identifier' && !(original.type === 'Identifier' && original.name === alias.name)) add(alias)
  }
  const addId = ({ id }: { id: { name: string; start: number } | null }): void => add(id)
  const addFunction = (node: ESTree.Function): void => {
    add(node.id)
    addParameters(node)
  }
  const addKey = ({ key }: { key: ESTree.Node }): void => {
    if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') add(key)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => addPattern(id),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    TSDeclareFunction: addFunction,
    ArrowFunctionExpression: addParameters,
    CatchClause({ param }) {
      if (param) addPattern(param)
    },
    ClassDeclaration: addId,
    ClassExpression: addId,
    MethodDefinition: addKey,
    TSTypeAliasDeclaration: addId,
    TSInterfaceDeclaration: addId,
    TSEnumDeclaration: addId,
    TSEnumMember({ id }) {
      if (id.type === 'Identifier') add(id)
    },
    TSTypeParameter: ({ name }) => add(name),
    ImportDefaultSpecifier: ({ local }) => add(local),
    ImportNamespaceSpecifier: ({ local }) => add(local),
    ImportSpecifier: ({ imported, local }) => addAlias(imported, local),
    ExportSpecifier: ({ local, exported }) => addAlias(local, exported),
    ExportAllDeclaration({ exported }) {
      if (exported?.type === 'Identifier') add(exported)
    },
  }).visit(parseSync(path, text).program)
  return names
}

/** The banned names among the files and folders of a package's source. */
export function checkFileNames(paths: readonly string[], allowed: Record<string, string> = NAMED_SO): string[] {
  const places = paths.flatMap((path) => {
    const [, root, inside] = /^(packages\/[^/]+\/src\/)(.+)$/.exec(path) ?? []
    const parts = inside?.split('/') ?? []
    return parts.map((_, index) => `${root}${parts.slice(0, index + 1).join('/')}`)
  })
  const needless = Object.keys(allowed).filter((place) => !places.includes(place))
  const problems = [...new Set(places)].flatMap((place) => {
    // `chosenJobs.test.ts` is named by `chosenJobs`; `chosen-jobs` is `chosenJobs` as a name in code
    const [name = ''] = (place.split('/').at(-1) ?? '').split('.')
    const inCode = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const word = BANNED_WORDS.find((each) => each.name.test(inCode))
    return word && !allowed[place] ? [`${place} is named ${name}: use ${word.instead}`] : []
  })
  return [...problems, ...needless.map((place) => `${place} is allowed its name and does not exist`)]
}

/** A sentence for each banned name that the sources declare. */
export function checkWords(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => /\.tsx?$/.test(path) && !path.includes('.generated.'))
    .flatMap(declaredNames)
    .map(({ name, path, line }) => {
      const { instead = '' } = BANNED_WORDS.find((word) => word.name.test(name)) ?? {}
      return `${path}:${line} declares ${name}: use ${instead}`
    })
}

/** A comment, a title, a string or a text in the sources. */
interface WrittenText {
  text: string
  start: number
  /** Whether it is written for those who work on the project: a comment, the title of a test, a document. */
  isProse: boolean
}

/** The texts of a file: of code its comments and strings, of a style sheet its comments, of a document what is not code. */
function writtenTexts(source: Source): WrittenText[] {
  if (/\.(?:tsx?|m?js)$/.test(source.path)) return textsOfCode(source)
  const texts = source.path.endsWith('.css') ? textsOfCss(source) : textsOfMarkdown(source)
  return texts.map((each) => ({ ...each, isProse: true }))
}

/** The comments of a file, its strings, test titles among them, and its texts in JSX. */
function textsOfCode({ path, text }: Source): WrittenText[] {
  const { comments, program } = parseSync(path, text)
  const found: WrittenText[] = []
  let end = 0
  for (const { type, value, start, end: until } of comments) {
    const last = found.at(-1)
    // lines of comment below each other are one comment
    if (last && type === 'Line' && /^\s*$/.test(text.slice(end, start))) last.text += `\n${value}`
    else found.push({ text: value, start, isProse: true })
    end = until
  }
  const titles = new Set<number>()
  const add = (value: string, start: number): void =>
    void found.push({ text: value, start, isProse: titles.has(start) })
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !isOfTest(callee)) return
      for (const part of title.type === 'TemplateLiteral' ? title.quasis : [title]) titles.add(part.start)
    },
    Literal: ({ value, start }) => (typeof value === 'string' ? add(value, start) : undefined),
    TemplateElement: ({ value, start }) => add(value.raw, start),
    JSXText: ({ value, start }) => add(value, start),
  }).visit(program)
  return found.map((each) => ({ ...each, text: inOneLine(each.text) }))
}

/** Whether a function that is called defines a test or a group of tests: `it`, `describe.each(table)`. */
function isOfTest(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return /^(?:it|test|describe)$/.test(callee.name)
  if (callee.type === 'MemberExpression') return isOfTest(callee.object)
  return (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') && isOfTest(calledBy(callee))
}

const calledBy = (node: ESTree.CallExpression | ESTree.TaggedTemplateExpression): ESTree.Node =>
  node.type === 'CallExpression' ? node.callee : node.tag

const textsOfCss = ({ text }: Source): Array<Omit<WrittenText, 'isProse'>> =>
  [...text.matchAll(/\/\*(.*?)\*\//gs)].map(({ 1: comment = '', index }) => ({
    text: inOneLine(comment),
    start: index,
  }))

/** The blocks of a document without code, whose words are names. */
function textsOfMarkdown({ text }: Source): Array<Omit<WrittenText, 'isProse'>> {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, '`')
  const prose = text.replaceAll(/^(```+).*?^\1/gms, blank).replaceAll(/(?<!`)(`+)[^`]+\1(?!`)/g, blank)
  return [...prose.matchAll(/\S.*?(?=\n\s*\n|\n(?:[#|>*-]|\d+\.) |\s*$)/gs)].map(({ 0: block, index }) => ({
    text: inOneLine(block),
    start: index,
  }))
}

const inOneLine = (text: string): string => text.replace(/\s*\n\s*(?:\* ?|\/\/ ?)?/g, ' ')

/**
 * Files that are not read: what a program writes, and what contains the phrases because it refuses them.
 */
const UNREAD =
  /\.generated\.|^THIRD-PARTY-NOTICES\.md$|^docs\/(?:reference\/|proofs\.md|benchmarks\.md|contributing\/words\.md)|^scripts\/checks\/words(?:\.test)?\.ts$/

/**
 * A sentence for each banned phrase in comments, documents, test titles and strings, and for each text that is allowed
 * needlessly.
 */
export function checkPhrases(sources: readonly Source[], allowed: Record<string, string> = ALLOWED_TEXTS): string[] {
  const needless = new Set(Object.keys(allowed))
  const problems = sources
    .filter(({ path }) => /\.(?:tsx?|m?js|css|md)$/.test(path) && !UNREAD.test(path))
    // most files contain none of the phrases, and need not be parsed
    .filter(({ text }) => BANNED_PHRASES.some(({ phrase }) => phrase.test(inOneLine(text))))
    .flatMap((source) =>
      writtenTexts(source).flatMap(({ text, start, isProse }) => {
        if (needless.delete(text) || text in allowed) return []
        const line = source.text.slice(0, start).split('\n').length
        return BANNED_PHRASES.filter(({ phrase, isOfProse }) => (isProse || !isOfProse) && phrase.test(text)).map(
          ({ phrase, instead }) => `${source.path}:${line} says "${phrase.exec(text)?.[0]}": write ${instead}`,
        )
      }),
    )
  return [...problems, ...[...needless].map((text) => `"${text}" is allowed and occurs nowhere`)]
}
