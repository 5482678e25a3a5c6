import type { Provider } from '../../platform/provider/document.ts'
import { addressServiceNamed } from '../../ports/addresses/addressServices.ts'
import { gateways } from '../../ports/payments/index.ts'
import { deliveryTypes } from '../orders/deliveryTypes.ts'

/** The countries whose personal ids are supported. */
const WITH_PERSONAL_IDS: readonly string[] = ['NO', 'SE', 'DK', 'FI']

/** The errors in a provider's delivery and payment methods, each with its field. */
export function checkoutFaults({ deliveryMethods, paymentOptions, country, addressService }: Provider): string[] {
  const options = deliveryMethods.flatMap(({ type, deliveryOptions }, method) =>
    deliveryOptions.map((option, index) => ({
      ...option,
      type,
      at: `deliveryMethods.${method}.deliveryOptions.${index}`,
    })),
  )
  const seen = new Set<string>()
  return [
    ...deliveryMethods.flatMap(({ type }, index) =>
      deliveryMethods.findIndex((each) => each.type === type) === index
        ? []
        : [`deliveryMethods.${index}.type: an earlier method has the same type`],
    ),
    ...options.flatMap(({ uuid, type, pickupname, at }) => {
      const isTwice = seen.has(uuid)
      seen.add(uuid)
      if (isTwice) return [`${at}.uuid: a different option has the same one`]
      return deliveryTypes[type].hasStores && !pickupname ? [`${at}.pickupname: the name of the store is missing`] : []
    }),
    ...paymentOptions.flatMap(({ requirePersonNo }, index) =>
      requirePersonNo && !WITH_PERSONAL_IDS.includes(country)
        ? [`paymentOptions.${index}.requirePersonNo: personal ids of ${country} cannot be checked`]
        : [],
    ),
    ...(addressService ? addressFaults(addressService) : []),
  ]
}

/** What is wrong in production with a provider's payment methods. */
export function productionFaults(provider: Provider): string[] {
  const offered = new Set(provider.paymentOptions.map(({ gateway }) => gateway))
  return gateways.flatMap((gateway) => (offered.has(gateway.name) && gateway.productionFault?.(provider)) || [])
}

function addressFaults({ name, config }: NonNullable<Provider['addressService']>): string[] {
  const service = addressServiceNamed(name)
  if (!service) return ['addressService.name: there is no such address service']
  return service.needs.filter((each) => !config[each]).map((each) => `addressService.config.${each}: missing`)
}
