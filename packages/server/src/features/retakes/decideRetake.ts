import type { RetakeDecision } from '@portraitkit/core/retakes/contract.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { isOver } from '../jobs/days.ts'
import type { SceneExchange } from '../orders/collection.ts'
import { freezeExchange } from '../orders/frozenScenes.ts'
import { exchangeScene } from '../orders/printing/exchangeScene.ts'
import { retakesOf, saveDecision } from './collection.ts'
import { openRetakes } from './listRetakes.ts'
import { type AffectedPrint, findAffectedPrints, type PrintVersion } from './retakePrints.ts'

type DecisionInput = { retakeUuid: string; order: string; key: string; decision: RetakeDecision; hash: string }

/**
 * Keeps a print without the new pictures of a retake, or exchanges them: the scene that the customer has seen, by its hash, is frozen, and
 * production takes it. May be changed until the last day. Throws Failure if the retake is not the customer's, is over, or has changed.
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
  const version = decision === 'exchange' ? print.exchanged : print.base
  if (version.hash !== hash) throw new Failure('retakes.changed')
  if (isToBeChanged(print, decision)) {
    const scene = await freezeVersion(app, provider.key, { order, line }, version)
    const outcome = await exchangeScene(app, provider.key, order, { line, ...scene }, print.latest)
    if (outcome === null) throw new Failure('retakes.unknown')
    if (outcome === 'changed') throw new Failure('retakes.changed')
  }
  await saveDecision(app, provider.key, { retake: retake.uuid, order, line, decision })
}

/** Whoever keeps a print for which the retake plays no part has nothing exchanged. */
function isToBeChanged({ retake, latest, isExchanged }: AffectedPrint, decision: RetakeDecision): boolean {
  if (decision === 'exchange') return !isExchanged
  return latest?.applied?.some((each) => each.retake === retake.uuid) ?? false
}

/** Freezes a version that the customer confirms; the first scene is frozen already, and has no name. */
async function freezeVersion(
  app: App,
  provider: string,
  print: { order: string; line: string },
  { scene, hash, applied }: PrintVersion,
): Promise<Pick<SceneExchange, 'retake' | 'scene' | 'applied'>> {
  const retake = applied.at(-1)?.retake
  if (retake === undefined) return {}
  await freezeExchange(app, provider, { ...print, retake, scene, hash })
  return { retake, scene: hash, applied }
}
