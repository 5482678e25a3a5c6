/** An email address as it may be printed where it only has to be recognised: `a…n@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 1) return '…'
  const name = [...address.slice(0, at)]
  const last = name.length > 2 ? name.at(-1) : ''
  return `${name[0]}…${last}${address.slice(at)}`
}
