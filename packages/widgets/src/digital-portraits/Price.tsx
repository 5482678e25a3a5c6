import { useT } from '../locales/useT.ts'
import { messages } from './messages.ts'
import { usePrice } from './useDigitalPortraits.ts'

/** What it costs, beside what it cost before where a rebate holds (PRC-4). */
export function Price({ of }: { of: 'set' | 'file' }) {
  const t = useT(messages)
  const price = usePrice(of)
  if (!price) return null
  return (
    <span className="pk-file-price pk-price">
      {price.before ? (
        <>
          <s aria-hidden="true">{price.before}</s>
          <span className="pk-unseen">{t('digital-portraits.before', { price: price.before })}</span>
        </>
      ) : null}
      <strong>{price.now}</strong>
    </span>
  )
}
