/** A sentence with prices, already formatted as money, which a browser's translator leaves as they are. */
export function PriceIn({ text, prices }: { text: string; prices: readonly string[] }) {
  const [price, ...rest] = prices
  const at = price ? text.indexOf(price) : -1
  if (!price || at < 0) return <span>{text}</span>
  return (
    <>
      {text.slice(0, at)}
      <span translate="no">{price}</span>
      <PriceIn text={text.slice(at + price.length)} prices={rest} />
    </>
  )
}
