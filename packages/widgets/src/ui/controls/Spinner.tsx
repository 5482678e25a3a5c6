/** A loading indicator. With a label it is also announced. */
export function Spinner({ label }: { label?: string }) {
  return label ? (
    <span className="pk-row" role="status">
      <span className="pk-spinner" aria-hidden="true" />
      {label}
    </span>
  ) : (
    <span className="pk-spinner" aria-hidden="true" />
  )
}
