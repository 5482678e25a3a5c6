/**
 * The uuid of a customer's unfinished design of a template with a picture set: derived, so that the card is found again on any
 * device. It need not be secret, because the server checks the caller.
 */
export async function designId(parts: {
  customer: string
  product: string
  template: string
  subject: string | null
}): Promise<string> {
  const text = `design ${parts.customer} ${parts.product} ${parts.template} ${parts.subject ?? ''}`
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const bytes = digest.slice(0, 16)
  // RFC 9562: version 8, derived by a custom rule
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
