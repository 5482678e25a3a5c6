import type { Product } from '@portraitkit/core/products/contract.ts'
import { isDigital } from '@portraitkit/core/products/specialProducts.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Facts, isRuleMet } from '../../platform/rules/rule.ts'
import { type Campaign, publicPeriod } from './campaigns.ts'
import { campaigns, listProducts } from './collection.ts'
import type { ProductDocument } from './document.ts'
import { lowestBefore, type PricesFrom, pricesOf } from './priceHistory.ts'

/**
 * The products of a provider as a customer may buy them, by sortOrder, then by name (001 §9), with the prices of the campaigns
 * that the customer qualifies for; optionally only those with these uuids. The facts are only looked up if a product has a
 * campaign.
 */
export async function priceListOf(
  app: App,
  provider: Provider,
  language: string,
  factsOf: () => Promise<Facts>,
  uuids?: readonly string[],
): Promise<Product[]> {
  const list = await listProducts(app, provider.key, uuids)
  const open = list.some(({ campaignrequirement }) => campaignrequirement !== '')
    ? await openCampaigns(app, provider, factsOf)
    : []
  const reduced = list.filter((product) => campaignOf(product, open))
  const known = reduced.map(({ uuid }) => uuid)
  const histories = known.length > 0 ? await pricesOf(app, provider.key, known) : new Map<string, PricesFrom[]>()
  const priced = list.map((product) => {
    const campaign = campaignOf(product, open)
    return showProduct(product, campaign, histories.get(product.uuid) ?? [], language, app.clock())
  })
  return priced.sort(byOrder)
}

/** The campaigns that the customer qualifies for now. */
async function openCampaigns(app: App, provider: Provider, factsOf: () => Promise<Facts>): Promise<Campaign[]> {
  const [all, facts] = await Promise.all([campaigns.list(app, provider.key), factsOf()])
  return all.filter(({ rule }) => isRuleMet(rule, facts))
}

function campaignOf({ campaignrequirement }: ProductDocument, open: readonly Campaign[]): Campaign | undefined {
  return open.find(({ key }) => key === campaignrequirement)
}

function showProduct(
  product: ProductDocument,
  campaign: Campaign | undefined,
  history: readonly PricesFrom[],
  language: string,
  now: Date,
): Product {
  const { names, subproducts, productprices, ...rest } = product
  const began = campaign ? offerBeginning(campaign, history, now) : now
  return {
    ...rest,
    name: inLanguage(names, language),
    subproducts: subproducts.map(({ names, ...each }) => ({ ...each, name: inLanguage(names, language) })),
    productprices: productprices
      .map((tier) => ({
        ...tier,
        campaignprice: isDigital(product.uuid) ? aboveZero(tier.campaignprice) : tier.campaignprice,
        priorprice: campaign ? priorPrice(campaign, tier, history, began) : null,
      }))
      .sort((one, other) => one.quantity - other.quantity),
    campaign: campaign ? { name: inLanguage(campaign.names, language), until: isoTime(campaign.rule.until) } : null,
  }
}

/** PRC-4: a rebate never makes files free; a campaign price of 0 does not count. */
const aboveZero = (price: number | null): number | null => (price === 0 ? null : price)

/**
 * The price with which an offer is compared: the lowest one before it started. For an offer that only some customers get, it is
 * the full price that others pay now, even if the product was not sold before.
 */
function priorPrice(
  campaign: Campaign,
  { quantity, price }: ProductDocument['productprices'][number],
  history: readonly PricesFrom[],
  began: Date,
): number | null {
  return lowestBefore(history, quantity, began) ?? (publicPeriod(campaign) ? null : price)
}

/** When the current offers started: with the campaign, otherwise when its prices were first stored. */
function offerBeginning({ rule: { from } }: Campaign, history: readonly PricesFrom[], now: Date): Date {
  if (from) return new Date(from)
  const before = history.findLastIndex(({ offer }) => offer === null)
  return history[before + 1]?.at ?? now
}

const isoTime = (text: string | undefined): string | null => (text ? new Date(text).toISOString() : null)

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byOrder(one: Product, other: Product): number {
  return one.sortOrder - other.sortOrder || byName.compare(one.name, other.name)
}
