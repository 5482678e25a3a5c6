import type { App } from '../../platform/app.ts'
import { isDuplicate, ofProvider } from '../../platform/db/ofProvider.ts'
import type { Collection } from '../../platform/feature.ts'

/** Stands in `off` for every subject, also those to come. */
export const EVERY = '*'

/** What somebody who gets mails wants to be reminded of. It names nobody: its id follows from the address and the secret. */
export type ReminderChoice = {
  _id: string
  provider: string
  /** Subjects without reminders. */
  off: string[]
  /** Subjects with reminders although `off` has every one: only those that an account with this address has opened. */
  on?: string[]
  /** When the account with this address, which was proved, was deleted; who is no customer again is not written to. */
  left: Date | null
  /** Subjects that a deleted account had, whoever it was that gave this address: of these nobody writes to it. */
  gone?: string[]
}

export const reminderCollections: Collection[] = [{ name: 'reminderChoices', indexes: [] }]

const choices = (app: App, provider: string) => ofProvider<ReminderChoice>(app, 'reminderChoices', provider)

/** What an address is called where nobody is to read it. */
export function contactOf(app: Pick<App, 'secrets'>, provider: string, email: string): string {
  return app.secrets.sign('reminders.contact', `${provider} ${email.toLowerCase()}`)
}

const idOf = (provider: string, contact: string) => `${provider} ${contact}`

/** The id of what somebody with this address chose. */
export function choiceId(app: App, provider: string, email: string): string {
  return idOf(provider, contactOf(app, provider, email))
}

/** What these addresses chose, by address; those who chose nothing are missing. */
export async function choicesOf(
  app: App,
  provider: string,
  emails: readonly string[],
): Promise<Map<string, ReminderChoice>> {
  const byId = new Map(emails.map((email) => [choiceId(app, provider, email), email]))
  const found = await choices(app, provider)
    .find({ _id: { $in: [...byId.keys()] } })
    .toArray()
  return new Map(found.map((choice) => [byId.get(choice._id) as string, choice]))
}

/** Whether somebody wants reminders of a subject. */
export function wantsReminders(choice: Pick<ReminderChoice, 'off' | 'on'> | undefined, subject: string): boolean {
  if (!choice || choice.on?.includes(subject)) return true
  return !(choice.off.includes(EVERY) || choice.off.includes(subject))
}

/** No reminder any more for whoever has this address, by what the address is called in the link of a mail. */
export async function stopReminders(app: App, provider: string, contact: string): Promise<void> {
  await change(app, provider, idOf(provider, contact), { $addToSet: { off: EVERY }, $set: { on: [] } })
}

/** Switches reminders of these subjects on and off. Where all were ended, they stay ended for all that is not switched on. */
export async function switchReminders(
  app: App,
  provider: string,
  email: string,
  { on, off }: Record<'on' | 'off', readonly string[]>,
): Promise<void> {
  const [choice] = (await choicesOf(app, provider, [email])).values()
  const hadNone = choice?.off.includes(EVERY) ?? false
  const id = choiceId(app, provider, email)
  // Off before on: whoever is stopped in between rather misses a mail than gets one too many.
  if (off.length > 0) {
    await change(app, provider, id, { $addToSet: { off: { $each: [...off] } } })
    await choices(app, provider).updateOne({ _id: id }, { $pull: { on: { $in: [...off] } } })
  }
  if (on.length > 0) {
    if (hadNone) await change(app, provider, id, { $addToSet: { on: { $each: [...on] } } })
    await choices(app, provider).updateOne({ _id: id }, { $pull: { off: { $in: [...on] } } })
  }
}

/** Whoever had an account with this address, which is proved, is not written to any more. */
export async function forgetContact(app: App, provider: string, email: string): Promise<void> {
  const [choice] = (await choicesOf(app, provider, [email])).values()
  const off = choice?.off.includes(EVERY) ? [EVERY] : []
  await change(app, provider, choiceId(app, provider, email), { $set: { off, on: [], left: app.clock() } })
}

/** The same of these subjects alone: who gave an address that nobody proved decides nothing for its owner. */
export async function forgetSubjects(
  app: App,
  provider: string,
  email: string,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return
  const id = choiceId(app, provider, email)
  await change(app, provider, id, { $addToSet: { gone: { $each: [...subjects] } } })
  await choices(app, provider).updateOne(
    { _id: id },
    { $pull: { off: { $in: [...subjects] }, on: { $in: [...subjects] } } },
  )
}

/** Whether an address may be written to about a subject that no account with it has; such an account there may be. */
export function isWrittenTo(
  choice: Pick<ReminderChoice, 'left' | 'gone'> | undefined,
  subject: string,
  isCustomer: boolean,
): boolean {
  return !choice?.gone?.includes(subject) && (isCustomer || !choice?.left)
}

type Change = {
  $addToSet?: Partial<Record<'off' | 'on' | 'gone', string | { $each: string[] }>>
  $set?: Partial<ReminderChoice>
}

async function change(app: App, provider: string, _id: string, wanted: Change): Promise<void> {
  const given = { ...wanted.$set, ...wanted.$addToSet }
  const missing = Object.fromEntries(Object.entries({ left: null, off: [] }).filter(([name]) => !(name in given)))
  try {
    await choices(app, provider).updateOne(
      { _id },
      { ...wanted, ...(Object.keys(missing).length > 0 && { $setOnInsert: missing }) },
      { upsert: true },
    )
  } catch (error) {
    // Somebody else chose for the first time at the same moment.
    if (!isDuplicate(error)) throw error
    await change(app, provider, _id, wanted)
  }
}
