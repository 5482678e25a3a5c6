import type { RetakeDecision } from '@portraitkit/core/retakes/contract.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { isOver } from '../jobs/days.ts'
import type { SceneExchange } from '../orders/collection.ts'
import { exchangeScene } from '../orders/exchangeScene.ts'
import { freezeExchange } from '../orders/frozenScenes.ts'
import { retakesOf, saveDecision } from './collection.ts'
import { openRetakes } from './listRetakes.ts'
import { findAffectedPrints } from './retakePrints.ts'

type DecisionInput = { retakeUuid: string; order: string; key: string; decision: RetakeDecision; hash: string }

/**
 * Keeps a print as it was ordered, or exchanges its picture: the scene that the customer has seen is frozen, and production takes it. May be
 * changed until the last day. Throws Failure if the retake is not the customer's, is over, or has changed.
 */
export async function decideRetake(
  call: CallContext<'customer'>,
  { retakeUuid, order, key: line, decision, hash }: DecisionInput,
): Promise<void> {
  const { app, provider, customer, now } = call
  const retake = (await openRetakes(call)).find(({ uuid }) => uuid === retakeUuid)
  if (!retake) {
    const known = await retakesOf(app, provider.key).findOne({ uuid: retakeUuid })
    throw new Failure(known && isOver(known.until, provider, now) ? 'retakes.over' : 'retakes.unknown')
  }
  const prints = await findAffectedPrints(app, provider, customer.uuid, [retake])
  const print = prints.find(({ order: { _id }, item }) => _id === order && item.key === line)
  if (!print) throw new Failure('retakes.unknown')
  if (print.hash !== hash) throw new Failure('retakes.changed')
  const exchange = { order, line, retake: retake.uuid }
  const isExchanged = decision === 'exchange'
  if (isExchanged) await freezeExchange(app, provider.key, { ...exchange, scene: print.exchanged, hash })
  const wasExchanged = print.order.exchanges?.findLast((each) => each.line === line)?.retake === retake.uuid
  if (isExchanged || wasExchanged) {
    const earlier = print.order.exchanges?.findLast((each) => each.line === line && each.retake !== retake.uuid)
    const to = isExchanged ? { retake: retake.uuid, scene: hash } : sceneOf(earlier)
    const outcome = await exchangeScene(app, provider.key, order, { line, ...to })
    if (outcome === null) throw new Failure('retakes.unknown')
  }
  await saveDecision(app, provider.key, { ...exchange, decision })
}

/** What an earlier exchange was for; nothing stands for the scene as it was ordered. */
function sceneOf({
  retake,
  scene,
}: Pick<SceneExchange, 'retake' | 'scene'> = {}): Pick<SceneExchange, 'retake' | 'scene'> {
  return { ...(retake !== undefined && { retake }), ...(scene !== undefined && { scene }) }
}
