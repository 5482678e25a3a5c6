/** The order number as customers see it: '#' and the first 8 characters of its uuid (000 §9). */
export function orderNumber(uuid: string): string {
  return `#${uuid.slice(0, 8)}`
}
