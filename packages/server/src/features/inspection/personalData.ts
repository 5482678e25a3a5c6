import type { Document } from 'mongodb'
import type { Owner, PersonalData } from '../../platform/personalData.ts'

/** Another guardian's agreement for the same child is theirs to change. */
async function ownAgreement(inspections: Document[], { uuid }: Owner): Promise<Document[]> {
  return inspections.map(({ agreed, customer, at, ...of }) => ({
    ...of,
    ...(customer === uuid && { at }),
    ...((agreed as Document).customer === uuid && { agreed }),
  }))
}

export const inspectionPersonalData: readonly PersonalData[] = [
  {
    // of both guardians: without the one who agreed nothing is sent, and the other one's name is not in it
    collection: 'inspections',
    filterFor: ({ uuid }) => ({ $or: [{ customer: uuid }, { 'agreed.customer': uuid }] }),
    hiddenFields: ['_id'],
    present: ownAgreement,
  },
]
