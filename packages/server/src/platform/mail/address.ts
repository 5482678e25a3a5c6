/** The address in a recipient such as `Emma <emma@example.com>`, in lower case. */
export function addressIn(recipient: string): string {
  const [, bracketed] = recipient.match(/<([^<>]+)>\s*$/) ?? []
  return (bracketed ?? recipient).trim().toLowerCase()
}

/** The domain that receives emails to an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
