/**
 * The lanes of long work, each with how many pieces of work one process does in it at a time: a lane never waits behind another
 * one. Emails have their own queue (`platform/mail`), and the lane says which processes send them.
 */
const CONCURRENCY = {
  print: 1,
  import: 1,
  derivatives: 1,
  letters: 1,
  mails: 1,
} as const

export type Lane = keyof typeof CONCURRENCY

export const LANES = Object.keys(CONCURRENCY) as Lane[]

/** The lanes of tasks. */
export type TaskLane = Exclude<Lane, 'mails'>

export const TASK_LANES = LANES.filter((lane) => lane !== 'mails')

/** How many tasks of a lane one process runs at a time. */
export const concurrencyOf = (lane: Lane): number => CONCURRENCY[lane]

/** Lanes as they are written, `print,import`, `all` or `none`; null if one of them is unknown. */
export function readLanes(text: string): Lane[] | null {
  if (text === 'all') return LANES
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim())
  const lanes = LANES.filter((lane) => names.includes(lane))
  return names.every((name) => lanes.some((lane) => lane === name)) ? lanes : null
}
