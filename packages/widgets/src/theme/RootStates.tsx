import { times } from '@portraitkit/core/natives.ts'
import { builtInLanguage, sayBuiltIn } from '../locales/builtIn.ts'
import { rootMessages } from './rootMessages.ts'
import type { Shape } from './shape.ts'

type RootLoadingProps = {
  shape: Shape
  /** Language tag of the page, or of the shop if it is known. */
  language: string
}

/** Shown until a view's settings, texts or code have arrived: its outline, on which everything has the place that it will have. */
export function RootLoading({ shape, language }: RootLoadingProps) {
  if (shape === 'none') return null
  const isForm = shape === 'form' || shape === 'entry'
  return (
    <div className="pk-root-waiting" data-shape={shape} aria-busy="true">
      <p className="pk-unseen" role="status" lang={builtInLanguage(language)}>
        {sayBuiltIn(language)(rootMessages.loading)}
      </p>
      <div className="pk-page" data-width={isForm ? 'form' : undefined} aria-hidden="true">
        <div className="pk-page-head">
          <Bar of="title" />
          <Bar of="lead" />
        </div>
        {isForm ? <Fields /> : <Tiles />}
      </div>
      {shape === 'entry' ? <Bar of="art" /> : null}
    </div>
  )
}

const Bar = ({ of }: { of: string }) => <span className={`pk-skeleton pk-waiting-${of}`} />

const Fields = () => (
  <div className="pk-form">
    <Bar of="label" />
    <Bar of="field" />
    <Bar of="field" />
  </div>
)

const Tiles = () => (
  <div className="pk-waiting-tiles">
    {times(8, (tile) => (
      <div key={tile}>
        <Bar of="tile" />
        <Bar of="name" />
      </div>
    ))}
  </div>
)

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
