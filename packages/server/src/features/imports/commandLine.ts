import { parseArgs } from 'node:util'
import { wholeNumber } from '../../platform/command.ts'
import { readDay } from '../jobs/days.ts'
import type { JobOptions } from '../jobs/importStore.ts'
import { type ColumnMapping, readColumnsOption } from '../jobs/roster/columnsOption.ts'
import { RosterError } from '../jobs/roster.ts'
import type { ImportInput } from './importInput.ts'

/** The command line is invalid. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export type Values = ReturnType<typeof readArguments>['values']

export function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      allowNegative: false,
      options: {
        provider: { type: 'string' },
        job: { type: 'string' },
        roster: { type: 'string' },
        columns: { type: 'string' },
        sheet: { type: 'string' },
        report: { type: 'string' },
        year: { type: 'string' },
        school: { type: 'string' },
        type: { type: 'string' },
        photographer: { type: 'string' },
        publish: { type: 'boolean' },
        ready: { type: 'boolean' },
        'not-ready': { type: 'boolean' },
        archived: { type: 'boolean' },
        'not-archived': { type: 'boolean' },
        'order-by': { type: 'string' },
        'free-delivery-until': { type: 'string' },
        'delete-at': { type: 'string' },
        greenscreen: { type: 'boolean' },
        move: { type: 'boolean' },
        plan: { type: 'string' },
        apply: { type: 'string' },
        decide: { type: 'string', multiple: true },
        operator: { type: 'string' },
        cards: { type: 'boolean' },
        'card-returns': { type: 'boolean' },
        'max-frames': { type: 'string' },
        backgrounds: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\.$/, ''), { cause: error })
  }
}

export function readOptions(values: Values): JobOptions {
  const ready = readPair(values, 'ready')
  if (values.publish && ready === false) throw new UsageError('--publish and --not-ready contradict each other')
  const isShown = values.publish ? true : ready
  const archived = readPair(values, 'archived')
  const orderBy = dayOption(values, 'order-by')
  const freeDeliveryUntil = dayOption(values, 'free-delivery-until')
  const deletion = dayOption(values, 'delete-at')
  return {
    ...(values.year !== undefined && { year: readYear(values.year) }),
    ...(values.type !== undefined && { type: values.type }),
    ...(values.photographer !== undefined && { photographer: values.photographer }),
    ...(isShown !== undefined && { ready: isShown }),
    ...(archived !== undefined && { archived }),
    ...(orderBy && { orderBy }),
    ...(freeDeliveryUntil && { freeDeliveryUntil }),
    ...(deletion && { deletion }),
  }
}

export function readColumns(text: string): ColumnMapping {
  try {
    return readColumnsOption(text)
  } catch (error) {
    if (!(error instanceof RosterError)) throw error
    throw new UsageError(error.message, { cause: error })
  }
}

export function readCardOptions(values: Values): Pick<ImportInput, 'cards'> {
  const [returns, max] = [values['card-returns'], values['max-frames']]
  if (!values.cards) {
    if (returns || max !== undefined) throw new UsageError('--card-returns and --max-frames need --cards')
    return {}
  }
  const maxFrames = max === undefined ? {} : { maxFrames: wholeNumber(max, '--max-frames', 10_000) }
  return { cards: { ...maxFrames, ...(returns && { allowReturns: true }) } }
}

function readPair(values: Values, name: 'ready' | 'archived'): boolean | undefined {
  if (values[name] && values[`not-${name}`]) throw new UsageError(`--${name} and --not-${name} contradict each other`)
  return values[name] ? true : values[`not-${name}`] ? false : undefined
}

export function readYear(text: string): number {
  if (!/^(19|20|21)\d\d$/.test(text)) throw new UsageError(`--year: "${text}" is not a year`)
  return Number(text)
}

function dayOption(values: Values, name: 'order-by' | 'free-delivery-until' | 'delete-at'): Date | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const day = readDay(text)
  if (!day) throw new UsageError(`--${name}: "${text}" is not a date such as 2026-11-30`)
  return day
}
