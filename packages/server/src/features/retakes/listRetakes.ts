import type { Retake, RetakeDecision } from '@portraitkit/core/retakes/contract.ts'
import type { CallContext } from '../../platform/feature.ts'
import { grantedSubjects } from '../access/grants.ts'
import { findSubjects } from '../jobs/collection.ts'
import { dayOf, isOver } from '../jobs/days.ts'
import { showOrderedScenes } from '../template/scenes/showScene.ts'
import { findDecisions, retakesOf, type StoredRetake } from './collection.ts'
import { findAffectedPrints } from './retakePrints.ts'

type Call = CallContext<'customer'>

/** The retakes about which a customer can decide now: of people whom the customer may see, not called off, not over. */
export async function openRetakes({ app, provider, customer, now }: Call): Promise<StoredRetake[]> {
  const subjects = await grantedSubjects(app, provider, customer.uuid)
  if (subjects.length === 0) return []
  const found = await retakesOf(app, provider.key)
    .find({ subject: { $in: subjects } })
    .toArray()
  return found.filter(({ calledOff, until }) => !calledOff && !isOver(until, provider, now))
}

/** Whether there is anything about which a customer can decide. */
export async function hasRetakes(call: Call): Promise<boolean> {
  const { app, provider, customer } = call
  const retakes = await openRetakes(call)
  return retakes.length > 0 && (await findAffectedPrints(app, provider, customer.uuid, retakes)).length > 0
}

/** The open retakes of a customer with the prints that they concern. A retake without any is left out. */
export async function listRetakes(call: Call): Promise<Retake[]> {
  const { app, provider, customer } = call
  const retakes = await openRetakes(call)
  const prints = await findAffectedPrints(app, provider, customer.uuid, retakes)
  if (prints.length === 0) return []
  const [people, decisions, scenes] = await Promise.all([
    findSubjects(
      app,
      provider.key,
      retakes.map(({ subject }) => subject),
    ),
    findDecisions(
      app,
      provider.key,
      retakes.map(({ uuid }) => uuid),
    ),
    showOrderedScenes(
      app,
      provider,
      customer.uuid,
      prints.flatMap(({ base, exchanged }) => [base.scene, exchanged.scene]),
    ),
  ])
  const nameOf = new Map(people.map(({ uuid, name }) => [uuid, name]))
  const decisionAbout = new Map(decisions.map((each) => [`${each.retake} ${each.order} ${each.line}`, each.decision]))
  const entries = prints.map(({ retake, order, item, isExchanged, isProduced }, at) => {
    const [ordered, exchanged] = scenes.slice(2 * at, 2 * at + 2) as [(typeof scenes)[0], (typeof scenes)[0]]
    const { key, product, copies } = item
    const stored = decisionAbout.get(`${retake.uuid} ${order._id} ${key}`) ?? null
    // After another retake of the same picture it may no longer be what is printed.
    const decision: RetakeDecision | null = isExchanged ? 'exchange' : stored === 'exchange' ? null : stored
    return { retake, print: { order: order._id, key, product, copies, ordered, exchanged, decision, isProduced } }
  })
  return retakes.flatMap((retake) => {
    const own = entries.filter((each) => each.retake === retake).map(({ print }) => print)
    const name = nameOf.get(retake.subject)
    if (own.length === 0 || name === undefined) return []
    const { uuid, subject, until } = retake
    return [{ uuid, subject: { uuid: subject, name }, until: dayOf(until), prints: own }]
  })
}
