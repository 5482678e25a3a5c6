/**
 * The form of an email address, for the contract and for forms: letters, digits and `_ ' + -` with single dots between them,
 * then a host name with a dot in it. Only sending an email shows whether it is in use.
 */
export const emailPattern = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i
export const maxEmailLength = 254

export function isEmail(input: string): boolean {
  const address = input.trim()
  return emailPattern.test(address) && address.length <= maxEmailLength
}
