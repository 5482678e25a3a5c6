import type { AddressService } from './addressService.ts'
import { geoapify } from './geoapify.ts'
import { googlePlaces } from './googlePlaces.ts'
import { ownList } from './ownList.ts'

/** Every service that a provider's `addressService` may name. */
export const addressServices: readonly AddressService[] = [ownList, geoapify, googlePlaces]

export function addressServiceNamed(name: string): AddressService | undefined {
  return addressServices.find((service) => service.name === name)
}
