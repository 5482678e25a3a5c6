import { useLingui } from '@lingui/react'
import type { DeliveryOption } from '@portraitkit/core/checkout/contract.ts'
import { isExpired } from '@portraitkit/core/checkout/optionExpiry.ts'
import { storeOf, variantsOf } from '@portraitkit/core/checkout/pickupStores.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { useEffect, useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { RadioCards } from '../ui/choices/Choice.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** The options of the selected method: for a pickup first the store, then its variants. */
export function DeliveryOptions() {
  const { state } = useCheckout()
  const { method } = state
  useUntilNextExpires(method?.deliveryOptions ?? [])
  if (!method) return null
  const variants = variantsOf(method, state.deliveryOption).filter((option) => !isExpired(option, new Date()))
  return (
    <>
      {method.pickupLocations.length > 1 ? <Stores /> : null}
      {variants.length > 1 || variants[0]?.isExpress ? <Variants options={variants} /> : null}
    </>
  )
}

/** The price of a delivery, in words if it is free. */
export function usePrice() {
  const { _: t } = useLingui()
  const { money } = useRoot()
  return (amount: number) => (amount === 0 ? t(messages.free) : <span translate="no">{money(amount)}</span>)
}

function Stores() {
  const { _: t } = useLingui()
  const price = usePrice()
  const { settings } = useRoot()
  const { checkout, state } = useCheckout()
  const { method, deliveryOption } = state
  const store = method?.pickupLocations.find(({ uuid }) => deliveryOption && storeOf(uuid) === storeOf(deliveryOption))
  return (
    <RadioCards
      legend={t(messages.whichStore)}
      choices={(method?.pickupLocations ?? []).flatMap((location) => {
        const option = method?.deliveryOptions.find(({ uuid }) => uuid === location.uuid)
        if (!option) return []
        const { pickupname, pickupaddress1, pickuppostalcode, pickupcity } = option
        const place = placeLine(t, settings.locale.country.twoLetterCode, {
          postalCode: pickuppostalcode,
          city: pickupcity,
        })
        const hint = [pickupaddress1, place].filter(Boolean).join(', ')
        return [{ value: location.uuid, label: pickupname, hint, end: price(location.price) }]
      })}
      value={store?.uuid}
      onValue={checkout.chooseOption}
    />
  )
}

function Variants({
  options,
}: {
  options: readonly Pick<DeliveryOption, 'uuid' | 'name' | 'description' | 'price' | 'isExpress' | 'expire'>[]
}) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const price = usePrice()
  const { checkout, state } = useCheckout()
  const until = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  return (
    <RadioCards
      legend={t(messages.whichOption)}
      choices={options.map(({ uuid, name, description, isExpress, expire, price: amount }) => ({
        value: uuid,
        label: (
          <span>
            {name}{' '}
            {isExpress && name.toLowerCase() !== t(messages.expressBadge).toLowerCase() ? (
              <span className="pk-express">{t(messages.expressBadge)}</span>
            ) : null}
          </span>
        ),
        hint: (
          <>
            {description}
            {isExpress && expire ? (
              <span className="pk-express-until">{t(messages.express, { date: until(expire) })}</span>
            ) : null}
          </>
        ),
        end: price(amount),
      }))}
      value={state.deliveryOption ?? undefined}
      onValue={checkout.chooseOption}
    />
  )
}

/** The longest time that a browser's timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Fetches the delivery options again when a visible one expires, so that nobody fills in a form for an option that is gone. */
function useUntilNextExpires(options: ReadonlyArray<Pick<DeliveryOption, 'expire'>>): void {
  const { checkout } = useCheckout()
  const [waited, setWaited] = useState(0)
  const ends = options.flatMap(({ expire }) => (expire ? [new Date(expire).getTime()] : []))
  const next = ends.length > 0 ? Math.min(...ends) : undefined
  useEffect(() => {
    if (next === undefined) return
    const rest = next - Date.now()
    if (rest <= 0) return
    const timer = setTimeout(
      () => (rest > MAX_TIMER_MS ? setWaited(waited + 1) : void checkout.start()),
      Math.min(rest + 50, MAX_TIMER_MS),
    )
    return () => clearTimeout(timer)
  }, [next, waited, checkout])
}
