import { builtInLanguage, sayBuiltIn } from '../locales/builtIn.ts'
import { rootMessages } from './rootMessages.ts'

/** Shown while the provider's settings are loading: keeps the space of a surface, so that the page does not jump. */
export function RootLoading() {
  return <div className="pk-root-waiting" aria-busy="true" />
}

type RootProblemProps = {
  /** The problem; a general text by default. */
  text?: string
  /** Language tag of the page, or of the shop if it is known. */
  language: string
  /** Absent if it would not help. */
  onRetry?: (() => void) | undefined
}

/** Shown when a surface broke, or the settings could not be fetched. */
export function RootProblem({ text, language, onRetry }: RootProblemProps) {
  const t = sayBuiltIn(language)
  return (
    <div className="pk-root-problem" role="alert" lang={builtInLanguage(language)}>
      <p>{text || t(rootMessages.broken)}</p>
      {onRetry ? (
        <button type="button" className="pk-button" data-kind="secondary" onClick={onRetry}>
          {t(rootMessages.again)}
        </button>
      ) : null}
    </div>
  )
}
