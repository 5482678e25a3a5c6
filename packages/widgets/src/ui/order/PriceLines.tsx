import { PriceIn } from './PriceIn.tsx'

/** The fields of a line of a cart or an order that a summary shows. */
export type PriceLine = {
  readonly uuid: string
  readonly type: number
  readonly quantity: number
  readonly description: string
  readonly actualLinePrice: number
  readonly product: { readonly name: string } | null
  readonly template: { readonly name: string } | null
  /** How its price is composed: a number of pieces at each price. */
  readonly runs?: ReadonlyArray<{ readonly count: number; readonly price: number }> | undefined
  /** The price before a campaign, and the campaign's saving. */
  readonly linePrice: number
  readonly rebate: { readonly linePrice: number; readonly campaign?: string | undefined } | null
  readonly subProducts?: ReadonlyArray<{ readonly name: string }> | undefined
}

export type PriceLinesProps = {
  lines: readonly PriceLine[]
  totalLabel: string
  total: number
  /** Formats an amount, or shows '...' while it changes. */
  write: (amount: number) => string
  /** Formats a run of pieces at one price, if runs are shown. */
  writeRun?: ((count: number, price: string) => string) | undefined
  /** Formats a campaign's saving in the same way. */
  writeRebate?: ((before: string, saved: string) => string) | undefined
}

/** Lines with their prices and the total: products with their quantity, fees and rebates by their description. */
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
                  <span className="pk-soft pk-small pk-price pk-order-run" translate="no">
                    {line.runs.map(({ count, price }) => writeRun(count, write(price))).join(', ')}
                  </span>
                ) : null}
                {writeRebate && line.rebate ? (
                  <span className="pk-soft pk-small pk-price pk-order-run">
                    <PriceIn
                      text={writeRebate(write(line.linePrice), write(line.rebate.linePrice))}
                      prices={[write(line.linePrice), write(line.rebate.linePrice)]}
                    />
                    {line.rebate.campaign ? ` (${line.rebate.campaign})` : ''}
                  </span>
                ) : null}
              </span>
              <span className="pk-price" translate="no">
                {write(line.actualLinePrice)}
              </span>
            </li>
          ))}
      </ul>
      <p className="pk-order-line pk-order-total">
        <span>{totalLabel}</span>
        <span className="pk-price" translate="no">
          {write(total)}
        </span>
      </p>
    </>
  )
}

/** A design is named with its extras; everything else by its product. */
const nameOf = ({ template, product, description, subProducts = [] }: PriceLine) =>
  [template?.name ?? product?.name ?? description, ...subProducts.map(({ name }) => name)].join(', ')
