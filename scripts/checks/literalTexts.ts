import { hasWord, type Literal } from './literals.ts'
import { literalsOfDocument } from './literalsOfDocument.ts'
import { literalsOfPage } from './literalsOfPage.ts'
import { isProduct, type Source } from './sources.ts'

/** Where a page's code is. */
const PAGE = /^(?:packages\/widgets|examples\/host-site)\/src\/.+\.tsx$/
/** What the server writes for families: emails, documents and pages. It is known by what it writes them with, or by its name. */
const DOCUMENT = /^packages\/server\/src\/.+\.ts$/
const WRITES =
  /(?<![.\w])html`|\b(?:sendPage\b[^}]*\} from '[^']*\/noticePage|from '[^']*\/(?:layOutMail|drawText|writePdf))\.ts'/
const NAMED =
  /\/(?:features\/.+(?:\/mails\/|[a-z]Mail|Pdf|\/receipt\/|\/draw)|platform\/mail\/layOut|platform\/http\/(?:notice|site)Page|ports\/payments\/sandbox\/page)\w*\.ts$/
const STYLES = /^(?:packages\/widgets|examples\/host-site)\/src\/.+\.css$/

/** What may be written so, each with the reason. */
export const ALLOWED: Record<string, string> = {
  'packages/widgets/src/access/LetterArt.tsx: ABC 123': 'a code in a drawing',
  'packages/server/src/features/orders/mails/dailyMail.ts': 'for the operator, as the commands',
  'packages/server/src/features/orders/mails/dailyDigest.ts': 'what its command prints',
  'packages/server/src/features/support/replayPage.ts': 'for the operator',
  'packages/server/src/features/account/password/resetMail.ts: UTC': 'a time zone, the same in each language',
  'packages/server/src/features/account/profile/deletionMail.ts: UTC': 'a time zone, the same in each language',
  "packages/server/src/platform/mail/layOutMail.ts: system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif":
    'names of fonts',
  'packages/server/src/platform/mail/layOutMail.ts: Georgia, serif': 'names of fonts',
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

function literalsOf(source: Source): Literal[] {
  const { path, text } = source
  if (STYLES.test(path)) return contentsOf(text)
  if (!isProduct(path) && !path.startsWith('examples/')) return []
  if (PAGE.test(path)) return literalsOfPage(path, text)
  return isRead(source) ? literalsOfDocument(path, text) : []
}

/** Whether a file of the server writes what families read, other than the texts themselves, which are in the catalogues. */
export const isRead = ({ path, text }: Source): boolean =>
  DOCUMENT.test(path) && isProduct(path) && !path.endsWith('Texts.ts') && (NAMED.test(path) || WRITES.test(text))

const lineOf = ({ text }: Source, start: number) => text.slice(0, start).split('\n').length

/** What CSS writes before and after elements. */
const contentsOf = (css: string): Literal[] =>
  [...css.matchAll(/\bcontent:((?:[^;}'"]|'[^']*'|"[^"]*")*)/g)].flatMap(({ 1: value = '', index }) =>
    [...value.matchAll(/'([^']*)'|"([^"]*)"/g)]
      .map(([, one = '', other = '']) => (one || other).trim())
      .filter(hasWord)
      .map((text) => ({ text, start: index })),
  )
