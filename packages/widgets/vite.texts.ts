import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { tagsWithTextsOf } from '@portraitkit/core/languageTags.ts'
import type { Message } from '@portraitkit/core/msg.ts'
import babel from '@rolldown/plugin-babel'
import type { Plugin, PluginOption } from 'vite'
import { PSEUDO } from './pseudoLanguage.ts'
import { here } from './vite.shared.ts'

const packages = join(here, '..')
const linguiConfig = getConfig({ configPath: join(packages, '../lingui.config.ts') })

/**
 * Which texts are fetched together: a folder or file under `packages` belongs to the longest path listed here. What most visitors
 * see first pays only for its own texts.
 */
const places: Readonly<Record<string, string>> = {
  'core/formFaults.ts': 'checkout',
  'core/checkout/failedCalls.ts': 'checkout',
  'core/networkMessages.ts': 'entry',
  'widgets/src/theme': 'entry',
  'widgets/src/ui': 'entry',
  'widgets/src/access': 'entry',
  'widgets/src/access/afterCode': 'steps',
  'widgets/src/access/recoveryMessages.ts': 'steps',
  'widgets/src/account/messages.ts': 'entry',
  'widgets/src/account/signIn': 'entry',
  'widgets/src/account/password': 'account',
  'widgets/src/account': 'account',
  'widgets/src/reminders': 'account',
  'widgets/src/jobs': 'entry',
  'widgets/src/shop': 'shop',
  'widgets/src/surface': 'shop',
  'widgets/src/content': 'shop',
  'widgets/src/support': 'support',
  'widgets/src/picture-sets': 'sets',
  'widgets/src/digital-portraits': 'sets',
  'widgets/src/browsing': 'products',
  'widgets/src/products': 'products',
  'widgets/src/photo-packages/offers': 'products',
  'widgets/src/cart': 'cart',
  'widgets/src/checkout': 'checkout',
  'widgets/src/orders': 'orders',
  'widgets/src/inspection': 'orders',
  'widgets/src/retakes': 'orders',
  'widgets/src/sharing': 'sharing',
  'widgets/src/editor': 'editor',
  'widgets/src/editor/saving': 'products',
  'widgets/src/uploads': 'editor',
  'widgets/src/photo-packages/page': 'packages',
}

/** In the code in English, too, because they are shown when nothing can be fetched. */
const builtIn = [join(here, 'src/theme/rootMessages.ts'), join(packages, 'core/src/networkMessages.ts')]

/** Files whose texts reach a browser; those of failures stay on the server, which says them. */
const files = [
  join(packages, 'core/src/formFaults.ts'),
  join(packages, 'core/src/checkout/failedCalls.ts'),
  join(packages, 'core/src/networkMessages.ts'),
  ...globSync('src/**/*{m,M}essages.ts', { cwd: here }).map((file) => join(here, file)),
]

/** The part that a module's texts belong to; undefined if it declares none for a browser. */
export function partOfTexts(file: string): string | undefined {
  return files.includes(file) ? partOf(file) : undefined
}

function partOf(file: string): string {
  const place = file.slice(packages.length + 1).replace(/^core\/src\//, 'core/')
  const found = Object.keys(places).filter((path) => place === path || place.startsWith(`${path}/`))
  const part = places[found.toSorted((one, other) => other.length - one.length)[0] ?? '']
  if (!part) throw new Error(`${place} declares texts and is in no part: vite.texts.ts`)
  return part
}

/** The module that fetches parts, and those of their texts in a language: `virtual:texts`, `virtual:texts/entry/nb`. */
const VIRTUAL = /^\0?virtual:texts(?:\/(\w+\/[\w-]+))?$/

/** Part and language of a module that holds texts, such as `entry/nb`; undefined for any other. */
export const textsOfModule = (id: string): string | undefined => VIRTUAL.exec(id)?.[1]

/**
 * Texts for a browser: lingui's macro leaves of each only its id, and lingui compiles the catalogues in `texts`, of which a page
 * fetches the parts that its code needs, in its language. There is neither a parser nor `eval` in a page. With `byName` a part is
 * requested from the script tag's loader by its name. With `pseudo` there is a language
 * `PSEUDO`, which is English in letters with accents, and longer: what is cut, and what nobody can translate, is seen in it. With
 * `gaps` a language lacks some texts.
 */
export function texts({ byName = false, pseudo = false, gaps = {} as Gaps } = {}): PluginOption[] {
  return [
    babel({
      parserOpts: { plugins: ['typescript'] },
      presets: [
        {
          preset: {
            plugins: [[linguiMacro, { descriptorFields: 'id-only', linguiConfig }]],
          },
          rolldown: { filter: { code: /from '[^']*\/msg\.ts'/ } },
        },
      ],
    }),
    hookOfReact,
    partsOfCatalogues(byName, pseudo, gaps),
  ]
}

/** Lingui brings along a substitute for a hook that every React has had since its version 18. */
const hookOfReact: Plugin = {
  name: 'portraitkit:hook-of-react',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^use-sync-external-store\/shim$/ },
    handler(_id, importer) {
      return this.resolve('react', importer)
    },
  },
}

function partsOfCatalogues(byName: boolean, pseudo: boolean, gaps: Gaps): Plugin {
  const languages = pseudo ? [...linguiConfig.locales, PSEUDO] : linguiConfig.locales
  let readCatalogue = catalogueReader()
  return {
    name: 'portraitkit:texts',
    buildStart() {
      readCatalogue = catalogueReader()
      if (byName) for (const id of allTexts(languages)) this.emitFile({ type: 'chunk', id })
    },
    resolveId: { filter: { id: VIRTUAL }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: VIRTUAL },
      async handler(id) {
        const [part, language] = textsOfModule(id)?.split('/') ?? []
        if (!language) return partsModule(languages, byName)
        const declared = await declaredIn(files.filter((file) => partOf(file) === part))
        return moduleOfTexts(language, declared, withGaps(await readCatalogue(language), declared, gaps[language]))
      },
    },
    transform: {
      filter: { id: /(?:[mM]essages|formFaults|failedCalls|builtInTexts|loaderTexts)\.ts(?:\?|$)/ },
      async handler(code, id) {
        const file = id.split('?')[0] ?? id
        if (file === join(here, 'src/locales/builtInTexts.ts')) {
          const source = moduleOfTexts('en', await declaredIn(builtIn), await readCatalogue('en'))
          return { code: source.replace('export const messages', 'export const builtInTexts'), map: null }
        }
        if (file === join(here, 'src/loaderTexts.ts')) {
          const read = languages.map(async (language) => [language, await textsOfLoader(await readCatalogue(language))])
          const byLanguage = Object.fromEntries(await Promise.all(read))
          return { code: `export const loaderTexts = ${JSON.stringify(byLanguage)}`, map: null }
        }
        const part = partOfTexts(file)
        if (!part) return undefined
        const announced = `import { addTextPart, ${part} } from 'virtual:texts'\naddTextPart(${part})\n`
        return { code: announced + code, map: null }
      },
    },
  }
}

const parts = [...new Set(files.map(partOf))]
const allTexts = (languages: readonly string[]) =>
  parts.flatMap((part) => languages.map((language) => `virtual:texts/${part}/${language}`))

/** The script tag's build replaces the name by its loader's function (`vite.chunks.ts`). */
const partsModule = (
  languages: readonly string[],
  byName: boolean,
) => `export { addTextPart } from ${JSON.stringify(join(here, 'src/locales/i18n.ts'))}
const languages = ${JSON.stringify(languages)}
const fetch = ${byName ? '__PORTRAITKIT_LOAD__' : fetchByImport(languages)}
const part = (name) => ({ languages, fetch: (language) => fetch(name + '/' + language) })
${parts.map((part) => `export const ${part} = part('${part}')`).join('\n')}`

function fetchByImport(languages: readonly string[]): string {
  const fetches = allTexts(languages).map((id) => `'${textsOfModule(id)}': () => import('${id}')`)
  return `(name) => ({ ${fetches.join(', ')} })[name]()`
}

type Texts = Record<string, string>

/** The texts that files declare, in English. */
async function declaredIn(declaring: readonly string[]): Promise<Message[]> {
  const modules = await Promise.all(
    declaring.map((file) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>),
  )
  const tables = modules.flatMap((module) => Object.values(module)).filter((one) => typeof one === 'object')
  const texts = tables.flatMap((table) => ('id' in (table as object) ? [table] : Object.values(table as object)))
  return texts as Message[]
}

/** The texts of the page that fetches the code, in their order. */
async function textsOfLoader({ messages }: Catalogue): Promise<string[]> {
  const declared = await declaredIn([join(here, 'src/theme/rootMessages.ts')])
  return declared.map(({ id, message = '' }) => messages[id] || message)
}

/** English texts that languages lack, for tests. */
export type Gaps = Readonly<Record<string, readonly string[]>>

type Catalogue = { messages: Texts; lacking: ReadonlySet<string> }

/** Reads each language's catalogue once. */
function catalogueReader(): (language: string) => Promise<Catalogue> {
  const read = new Map<string, Promise<Catalogue>>()
  return (language) => {
    const known = read.get(language) ?? readCatalogue(language)
    read.set(language, known)
    return known
  }
}

async function readCatalogue(language: string): Promise<Catalogue> {
  const [catalogue] = await getCatalogs(linguiConfig)
  if (!catalogue) throw new Error('lingui.config.ts names no catalogue')
  const { messages, missing } = await catalogue.getTranslations(language, {
    fallbackLocales: linguiConfig.fallbackLocales,
    sourceLocale: linguiConfig.sourceLocale,
    missingBehavior: 'catalog',
  })
  return { messages, lacking: new Set(language === PSEUDO ? [] : missing.map(({ id }) => id)) }
}

function withGaps(catalogue: Catalogue, declared: readonly Message[], gaps: readonly string[] = []): Catalogue {
  if (gaps.length === 0) return catalogue
  const lost = declared
    .filter(({ message = '' }) => gaps.includes(message))
    .map(({ id, message = '' }) => [id, message])
  const messages = { ...catalogue.messages, ...Object.fromEntries(lost) }
  return { messages, lacking: new Set([...catalogue.lacking, ...lost.map(([id = '']) => id)]) }
}

/** Tells screen readers which texts are English. */
const marking = (
  language: string,
) => `import { markEnglish } from ${JSON.stringify(join(here, 'src/locales/gaps/markEnglish.ts'))}
markEnglish(${JSON.stringify(tagsWithTextsOf(language))}, inEnglish)`

/** The module of some texts in a language; its `inEnglish` are those that the language lacks, with English plurals. */
function moduleOfTexts(language: string, declared: readonly Message[], { messages, lacking }: Catalogue): string {
  const textsOf = (some: readonly Message[]): Texts =>
    Object.fromEntries(some.map(({ id, message = '' }) => [id, messages[id] || message]))
  const own = compile(language, textsOf(declared.filter(({ id }) => !lacking.has(id))))
  const others = declared.filter(({ id }) => lacking.has(id))
  if (others.length === 0) return own
  const english = compile('en', textsOf(others)).replace('export const messages', 'export const inEnglish')
  return [own, english, marking(language)].join('\n')
}

function compile(language: string, texts: Texts, namespace = 'es'): string {
  const { source, errors } = createCompiledCatalog(language, texts, {
    namespace,
    pseudoLocale: PSEUDO,
    // a long text is padded with words, between which a line can break
    pseudoLocaleOptions: { extend: 0.35, extendCharacter: '~~~~ ' },
  })
  if (errors[0]) throw new Error(`texts/${language}.po: ${errors[0].id}: ${errors[0].error.message}`)
  return source
}

/** How `PSEUDO` says each of these texts, up to its first value. */
export function pseudoTexts(texts: readonly string[]): string[] {
  const messages = pseudoCatalogue(Object.fromEntries(texts.map((text, place) => [`text-${place}`, text])))
  return texts.map((_text, place) => {
    const [first] = messages[`text-${place}`] ?? []
    return typeof first === 'string' ? first : ''
  })
}

/** A catalogue of `PSEUDO`, compiled: texts by their ids. */
export function pseudoCatalogue(texts: Texts): Record<string, unknown[]> {
  const { messages } = JSON.parse(compile(PSEUDO, texts, 'json')) as { messages: Record<string, unknown[]> }
  return messages
}
