import type { DeliveryMethod, DeliveryOption } from './contract.ts'

/**
 * The price to show for a method: the highest of its options without express (000 §5). If there are only express options,
 * theirs counts.
 */
export function methodPrice(options: ReadonlyArray<Pick<DeliveryOption, 'price' | 'isExpress'>>): number {
  const calm = options.filter(({ isExpress }) => !isExpress)
  return Math.max(0, ...(calm.length > 0 ? calm : options).map(({ price }) => price))
}

/** CHK-4: a single method is preselected, of several none. */
export function preselectedMethod(methods: readonly DeliveryMethod[]): DeliveryMethod | undefined {
  return methods.length === 1 ? methods[0] : undefined
}
