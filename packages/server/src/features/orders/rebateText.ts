import { formatMoney } from '@portraitkit/core/money.ts'
import { translateTo } from '../../platform/texts.ts'
import type { PricedBase } from '../cart/line.ts'
import { orderTexts } from './orderTexts.ts'

type PricedLine = Pick<PricedBase, 'linePrice' | 'rebate' | 'campaign'>

/** The price before a campaign, the saving and the campaign's name; empty if there is nothing to say. */
export function rebateText(
  { linePrice, rebate = 0, campaign }: PricedLine,
  { currency, language }: { currency: string; language: string },
): string {
  if (rebate === 0) return ''
  const money = (amount: number) => formatMoney(amount, currency, language)
  const words = translateTo(language)(orderTexts.rebate, { before: money(linePrice + rebate), saved: money(rebate) })
  return campaign ? `${words} (${campaign})` : words
}
