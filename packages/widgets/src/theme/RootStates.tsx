import { inLanguage } from '@portraitkit/core/schemas.ts'
import { shortLanguage } from '../locales/catalogs.ts'

/** What stands in place of a surface while its provider's settings are on their way: its space, and nothing that jumps. */
export function RootLoading() {
  return <div className="pk-root-waiting" aria-busy="true" />
}

// These have to be there where nothing else could be fetched.
const brokenTexts = {
  en: 'Something went wrong here.',
  da: 'Noget gik galt.',
  de: 'Etwas ging schief.',
  es: 'Algo ha fallado.',
  nb: 'Noe gikk galt.',
  sv: 'Något gick fel.',
}
const againTexts = {
  en: 'Try again',
  da: 'Prøv igen',
  de: 'Erneut versuchen',
  es: 'Reintentar',
  nb: 'Prøv igjen',
  sv: 'Försök igen',
}

type RootProblemProps = {
  /** What went wrong; that something did where it is not given. */
  text?: string
  /** Language tag of the page, or of the shop where it is known. */
  language: string
  onRetry: () => void
}

/** What stands there when a surface broke, or the settings did not come. */
export function RootProblem({ text, language, onRetry }: RootProblemProps) {
  const short = shortLanguage(language)
  return (
    <div className="pk-root-problem" role="alert" lang={short in againTexts ? short : 'en'}>
      <p>{text ?? inLanguage(brokenTexts, short)}</p>
      <button type="button" className="pk-button" data-kind="secondary" onClick={onRetry}>
        {inLanguage(againTexts, short)}
      </button>
    </div>
  )
}
