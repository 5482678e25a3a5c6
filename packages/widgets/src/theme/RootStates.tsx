/** What stands in place of a surface while its provider's settings are on their way: its space, and nothing that jumps. */
export function RootWaiting() {
  return <div className="pk-root-waiting" aria-busy="true" />
}

/** What stands there when they did not come. English, for no language is known yet. */
export function RootProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="pk-root-problem" role="alert">
      <p>{text}</p>
      <button type="button" className="pk-button" data-kind="secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
