/**
 * What an e-mail address looks like, for the contract and for the forms before it: letters, digits and `_ ' + -` with single
 * dots between them, then a host name with a dot in it. Whether somebody reads it only a mail can tell.
 */
export const emailPattern = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i
export const maxEmailLength = 254

export function isEmail(typed: string): boolean {
  const address = typed.trim()
  return emailPattern.test(address) && address.length <= maxEmailLength
}
