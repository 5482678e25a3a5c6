import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection } from '../../platform/feature.ts'

/** In `off` it means every subject, including future ones. */
export const EVERY = '*'

/** The reminder settings of a recipient. They contain no name: the id is derived from the address and the secret. */
export type ReminderChoice = {
  _id: string
  provider: string
  /** Subjects without reminders. */
  off: string[]
  /** Subjects with reminders although `off` contains every one: only subjects that an account with this address has opened. */
  on?: string[]
  /** When the account with this address, which was proved, was deleted; a former customer gets no more emails. */
  left: Date | null
  /** Subjects of a deleted account, whoever entered this address: it gets no emails about them. */
  gone?: string[]
}

export const reminderCollections: Collection[] = [{ name: 'reminderChoices', indexes: [] }]

const choices = (app: App, provider: string) => providerCollection<ReminderChoice>(app, 'reminderChoices', provider)

/** The id of an address in places where nobody should read the address. */
export function contactId(app: Pick<App, 'secrets'>, provider: string, email: string): string {
  return app.secrets.sign('reminders.contact', `${provider} ${email.toLowerCase()}`)
}

const idOf = (provider: string, contact: string) => `${provider} ${contact}`

/** The id of an address's choices. */
export function choiceId(app: App, provider: string, email: string): string {
  return idOf(provider, contactId(app, provider, email))
}

/** The choices of these addresses, by address; addresses without choices are missing. */
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

/** Stops all reminders to this address, which the link in an email identifies by its id. */
export async function stopReminders(app: App, provider: string, contact: string): Promise<void> {
  await updateChoice(app, provider, idOf(provider, contact), { $addToSet: { off: EVERY }, $set: { on: [] } })
}

/**
 * Switches reminders of these subjects on and off. If all were stopped, they stay stopped for every subject that is not switched
 * on.
 */
export async function switchReminders(
  app: App,
  provider: string,
  email: string,
  { on, off }: Record<'on' | 'off', readonly string[]>,
): Promise<void> {
  const [choice] = (await choicesOf(app, provider, [email])).values()
  const hadNone = choice?.off.includes(EVERY) ?? false
  const id = choiceId(app, provider, email)
  // Off before on: in between it is better to send an email too few than one too many.
  if (off.length > 0) {
    await updateChoice(app, provider, id, { $addToSet: { off: { $each: [...off] } } })
    await choices(app, provider).updateOne({ _id: id }, { $pull: { on: { $in: [...off] } } })
  }
  if (on.length > 0) {
    if (hadNone) await updateChoice(app, provider, id, { $addToSet: { on: { $each: [...on] } } })
    await choices(app, provider).updateOne({ _id: id }, { $pull: { off: { $in: [...on] } } })
  }
}

/** The former owner of an account with this proved address gets no more emails. */
export async function forgetContact(app: App, provider: string, email: string): Promise<void> {
  const [choice] = (await choicesOf(app, provider, [email])).values()
  const off = choice?.off.includes(EVERY) ? [EVERY] : []
  await updateChoice(app, provider, choiceId(app, provider, email), { $set: { off, on: [], left: app.clock() } })
}

/** Like `forgetContact`, for these subjects only: an unproved address must not affect its owner. */
export async function forgetSubjects(
  app: App,
  provider: string,
  email: string,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return
  const id = choiceId(app, provider, email)
  await updateChoice(app, provider, id, { $addToSet: { gone: { $each: [...subjects] } } })
  await choices(app, provider).updateOne(
    { _id: id },
    { $pull: { off: { $in: [...subjects] }, on: { $in: [...subjects] } } },
  )
}

/** Removes subjects from the choices of these addresses. Returns in how many choices one was. */
export async function forgetChoicesAbout(
  app: App,
  provider: string,
  emails: readonly string[],
  subjects: readonly string[],
): Promise<number> {
  const all = [...(await choicesOf(app, provider, emails)).values()]
  const named = all.filter(({ off, on = [], gone = [] }) =>
    [...off, ...on, ...gone].some((each) => subjects.includes(each)),
  )
  const forgotten = { $in: [...subjects] }
  for (const { _id } of named) {
    await choices(app, provider).updateOne({ _id }, { $pull: { off: forgotten, on: forgotten, gone: forgotten } })
  }
  return named.length
}

/** Makes choices against emails about one subject also those about another one, unless its reminders are switched on by name. */
export async function copyChoices(
  app: App,
  provider: string,
  emails: readonly string[],
  { from, into }: { from: string; into: string },
): Promise<void> {
  for (const { _id, off, on = [], gone = [] } of (await choicesOf(app, provider, emails)).values()) {
    const isOff = off.includes(from) && !on.includes(into)
    const added = { ...(isOff && { off: into }), ...(gone.includes(from) && { gone: into }) }
    if (Object.keys(added).length > 0) await updateChoice(app, provider, _id, { $addToSet: added })
  }
}

/** Whether an address may get emails about a subject that no account with this address has; an account that has it may. */
export function mayEmail(
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

async function updateChoice(app: App, provider: string, _id: string, change: Change): Promise<void> {
  const given = { ...change.$set, ...change.$addToSet }
  const missing = Object.fromEntries(Object.entries({ left: null, off: [] }).filter(([name]) => !(name in given)))
  try {
    await choices(app, provider).updateOne(
      { _id },
      { ...change, ...(Object.keys(missing).length > 0 && { $setOnInsert: missing }) },
      { upsert: true },
    )
  } catch (error) {
    // A first choice was stored at the same moment elsewhere.
    if (!isDuplicate(error)) throw error
    await updateChoice(app, provider, _id, change)
  }
}
