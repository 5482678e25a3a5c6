import { formatMoney } from '@portraitkit/core/money.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, runCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { vouchers } from './collection.ts'
import type { VoucherDocument } from './document.ts'
import { countUses } from './uses.ts'

const USAGE = `Usage: ./portraitkit vouchers [--provider <key>]

Lists the voucher codes of a shop: the discount, how often it was used, how many orders with it await payment, and how many
uses are left. "./portraitkit provider apply" creates vouchers.

  --provider <key>   the shop; optional if there is only one

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit vouchers`. Returns the exit code, see USAGE. */
export function vouchersCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    if (positionals.length > 0) throw new CommandError(`Too many arguments: ${positionals.join(' ')}`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const [all, counts] = await Promise.all([vouchers.list(app, provider.key), countUses(app, provider.key)])
    if (all.length === 0) console.log(`${provider.name} has no vouchers.`)
    for (const voucher of all) {
      const { used, reserved } = counts.get(voucher.code) ?? { used: 0, reserved: 0 }
      const left = voucher.stock === undefined ? '' : `, ${Math.max(0, voucher.stock - used - reserved)} left`
      const being = reserved > 0 ? `, ${reserved} being paid` : ''
      console.log(`${voucher.code.padEnd(16)} ${takesOff(provider, voucher)}: ${used} used${being}${left}`)
    }
    return 0
  })
}

function takesOff({ currency, defaultLanguage }: Provider, { percent, amount, names }: VoucherDocument): string {
  const takes = percent === undefined ? formatMoney(amount ?? 0, currency, defaultLanguage) : `${percent} %`
  return `${takes}, "${inLanguage(names, defaultLanguage)}"`
}
