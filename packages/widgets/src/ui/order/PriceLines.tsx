/** A line of a cart or an order as far as a summary shows it. */
export type PriceLine = {
  readonly uuid: string
  readonly type: number
  readonly quantity: number
  readonly description: string
  readonly actualLinePrice: number
  readonly product: { readonly name: string } | null
  readonly template: { readonly name: string } | null
  /** How its price came about: so many pieces at so much. */
  readonly runs?: ReadonlyArray<{ readonly count: number; readonly price: number }> | undefined
  /** Before a campaign, and what that took off. */
  readonly linePrice: number
  readonly rebate: { readonly linePrice: number; readonly campaign?: string | undefined } | null
  readonly subProducts?: ReadonlyArray<{ readonly name: string }> | undefined
}

export type PriceLinesProps = {
  lines: readonly PriceLine[]
  totalLabel: string
  total: number
  /** Writes an amount, or '...' while it changes. */
  write: (amount: number) => string
  /** Says a run of pieces at one price, where that is to be seen. */
  writeRun?: ((count: number, price: string) => string) | undefined
  /** Says what a campaign saved, in the same way. */
  writeRebate?: ((before: string, saved: string) => string) | undefined
}

/** Lines with their prices and the total: products with their number, fees and rebates by their description. */
export function PriceLines({ lines, totalLabel, total, write, writeRun, writeRebate }: PriceLinesProps) {
  return (
    <>
      <ul className="pk-stack">
        {lines
          .filter(({ type }) => type !== 4)
          .map((line) => (
            <li key={line.uuid} className="pk-order-line">
              <span>
                {line.type === 0 ? `${line.quantity} × ${nameOf(line)}` : line.description}
                {writeRun && line.quantity > 1 && line.runs ? (
                  <span className="pk-soft pk-small pk-price pk-order-run">
                    {line.runs.map(({ count, price }) => writeRun(count, write(price))).join(', ')}
                  </span>
                ) : null}
                {writeRebate && line.rebate ? (
                  <span className="pk-soft pk-small pk-price pk-order-run">
                    {writeRebate(write(line.linePrice), write(line.rebate.linePrice))}
                    {line.rebate.campaign ? ` (${line.rebate.campaign})` : ''}
                  </span>
                ) : null}
              </span>
              <span className="pk-price">{write(line.actualLinePrice)}</span>
            </li>
          ))}
      </ul>
      <p className="pk-order-line pk-order-total">
        <span>{totalLabel}</span>
        <span className="pk-price">{write(total)}</span>
      </p>
    </>
  )
}

/** A design with what is wanted with it; everything else by its product. */
const nameOf = ({ template, product, description, subProducts = [] }: PriceLine) =>
  [template?.name ?? product?.name ?? description, ...subProducts.map(({ name }) => name)].join(', ')
