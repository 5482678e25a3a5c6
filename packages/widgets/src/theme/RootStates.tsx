import { inLanguage } from '@portraitkit/core/schemas.ts'
import { shortLanguage } from '../locales/catalogs.ts'

/** Shown while the provider's settings are loading: keeps the space of a surface, so that the page does not jump. */
export function RootLoading() {
  return <div className="pk-root-waiting" aria-busy="true" />
}

// Built in, because they are needed when nothing else can be fetched.
const brokenTexts = {
  en: 'Something went wrong here.',
  da: 'Noget gik galt.',
  de: 'Etwas ging schief.',
  es: 'Algo ha fallado.',
  nb: 'Noe gikk galt.',
  sv: 'Något gick fel.',
}
const retryTexts = {
  en: 'Try again',
  da: 'Prøv igen',
  de: 'Erneut versuchen',
  es: 'Reintentar',
  nb: 'Prøv igjen',
  sv: 'Försök igen',
}

type RootProblemProps = {
  /** The problem; a general text by default. */
  text?: string
  /** Language tag of the page, or of the shop if it is known. */
  language: string
  onRetry: () => void
}

/** Shown when a surface broke, or the settings could not be fetched. */
export function RootProblem({ text, language, onRetry }: RootProblemProps) {
  const short = shortLanguage(language)
  return (
    <div className="pk-root-problem" role="alert" lang={short in retryTexts ? short : 'en'}>
      <p>{text ?? inLanguage(brokenTexts, short)}</p>
      <button type="button" className="pk-button" data-kind="secondary" onClick={onRetry}>
        {inLanguage(retryTexts, short)}
      </button>
    </div>
  )
}
