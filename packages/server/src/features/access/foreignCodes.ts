import type { EmailedCode } from './emailedCodes.ts'

/** Somebody with all addresses that are theirs, in lower case. */
export type Addressee = { uuid: string; name: string; addresses: readonly string[] }

/** A code that an email has brought to an address of somebody else, and who that is. */
export type ForeignCode = EmailedCode & { holders: Addressee[] }

/**
 * Those of the emailed codes that another family has: the address is of nobody whom the code opens, but of somebody who shares none with
 * them. One that nobody has any more may be an earlier address of the family.
 */
export function foreignCodes(emailed: readonly EmailedCode[], people: readonly Addressee[]): ForeignCode[] {
  const byUuid = new Map(people.map((person) => [person.uuid, person]))
  const byAddress = new Map<string, Addressee[]>()
  for (const person of people)
    for (const address of person.addresses) byAddress.set(address, [...(byAddress.get(address) ?? []), person])
  return emailed.flatMap((each) => {
    const own = new Set(each.subjects.flatMap((uuid) => byUuid.get(uuid)?.addresses ?? []))
    const holders = (byAddress.get(each.to) ?? []).filter(({ addresses }) => !addresses.some((one) => own.has(one)))
    return holders.length > 0 ? [{ ...each, holders }] : []
  })
}
