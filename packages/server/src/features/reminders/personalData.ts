import type { Document } from 'mongodb'
import type { App } from '../../platform/app.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { readGrantedSubjects } from '../access/grants.ts'
import { choiceId, forgetContact, forgetSubjects } from './collection.ts'

/** Choices for an unproved address are shown only for the account's own subjects. */
async function showChoices(choices: Document[], owner: Owner, app: App): Promise<Document[]> {
  if (owner.isProved) return choices
  const granted = await readGrantedSubjects(app, owner)
  return choices.map(({ off }) => ({ off: (off as string[]).filter((subject) => granted.includes(subject)) }))
}

export const remindersPersonalData: readonly PersonalData[] = [
  {
    collection: 'reminderChoices',
    filterFor: ({ provider, email }, app) => ({ _id: choiceId(app, provider, email) as never }),
    hiddenFields: ['_id'],
    retained: { of: {}, because: 'it records only, without a name, that this address gets no more emails' },
    releaseLater: async (app, owner) => {
      const { provider, email } = owner
      if (owner.isProved) await forgetContact(app, provider, email)
      else await forgetSubjects(app, provider, email, await readGrantedSubjects(app, owner))
    },
    present: showChoices,
  },
]
