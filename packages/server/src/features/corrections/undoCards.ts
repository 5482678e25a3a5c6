import type { App } from '../../platform/app.ts'
import type { SubjectHistory } from '../../platform/subjectHistory.ts'
import { findCard, replaceHolder } from '../cards/collection.ts'
import type { Job } from '../jobs/collection.ts'
import type { SubjectStep } from './collection.ts'

export type CardStep = SubjectStep & { card: NonNullable<SubjectStep['card']> }
export const isCardStep = (step: SubjectStep): step is CardStep => step.card !== undefined

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** Whether a card names somebody else by now than after a step, or before it: then it was never made, or is undone already. */
export async function isCardChangedLater(app: App, { provider, uuid }: JobKey, { card }: CardStep): Promise<boolean> {
  const stored = await findCard(app, provider, uuid, card.number)
  return !stored || (stored.subject !== card.after && stored.subject !== card.before)
}

/** The card names again whom it named before the step. Returns whether it has named somebody else. */
export async function reverseCard(
  app: App,
  { provider, uuid }: JobKey,
  { card, subject }: CardStep,
  history: SubjectHistory,
): Promise<boolean> {
  const { number, before, after } = card
  if ((await findCard(app, provider, uuid, number))?.subject !== after || before === after) return false
  await history.recordCard(subject, { number, before: after, after: before })
  return replaceHolder(app, provider, uuid, { number, before: after, after: before })
}
