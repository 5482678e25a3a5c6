import { invert, tag, tagOf } from '../bson/key.ts'
import { type } from '../bson/raw.ts'
import type { Index } from '../storage/catalog.ts'
import { acceptsNull, type Comparison, conjuncts, type Filter } from './filter.ts'
import type { KeyField } from './sortKeys.ts'

/** Keys from `low` (included) to `high` (excluded). */
export interface KeyRange {
  readonly low: Buffer
  readonly high: Buffer
}

/** How to find candidates. An index only narrows the search: every candidate is still matched. */
export interface Plan {
  /** Undefined: read every document. */
  readonly index: Index | undefined
  readonly ranges: readonly KeyRange[]
  /** The whole key of a unique index: at most one document. */
  readonly point?: Buffer | undefined
  readonly direction: 1 | -1
  /** Whether candidates come in the requested order. */
  readonly isSorted: boolean
  /** Whether each range is in the requested order, but all of them together only after they are merged. */
  readonly isMerged: boolean
  /** Whether every candidate matches: the index can count, and skip, without reading a document. */
  readonly isExact: boolean
  /** How many of the first fields of the index are limited. */
  readonly boundCount: number
  /** For an $or: a plan for each of its branches, all with an index; every match is a candidate of at least one. */
  readonly union?: readonly Plan[]
}

/** A plan with how much it narrows the search; 0 reads everything. */
type ScoredPlan = { readonly plan: Plan; readonly score: number }

/** The conditions of a filter on one path that an index can use. */
interface Bound {
  readonly path: string
  readonly test: Comparison
  /** The condition, if it says nothing else. */
  readonly whole: Filter | undefined
}

const high = Buffer.from([0xff])
const fullRange: KeyRange = { low: Buffer.alloc(0), high }
/** A larger number of points does not justify a range each. */
const maxPoints = 1000
/** A larger number of ranges is sorted instead of merged, as by MongoDB. */
const maxMerged = 200

/** Selects the index that narrows most, or for an $or an index for each of its branches if together they narrow more. */
export function choosePlan(filter: Filter, order: readonly KeyField[], indexes: readonly Index[]): Plan {
  const conditions = conjuncts(filter)
  const single = chooseIndex(conditions, order, indexes)
  const unions = conditions.flatMap((condition) =>
    condition.kind === 'or' ? [chooseUnion(condition.filters, conditions, order, indexes)] : [],
  )
  return unions.reduce((best, union) => (union.score > best.score ? union : best), single).plan
}

const allBounds = (conditions: readonly Filter[]): Bound[] => conditions.flatMap((one) => boundsOf(one, ''))

/** An index for each branch; the score is that of the branch that narrows least. */
function chooseUnion(
  branches: readonly Filter[],
  conditions: readonly Filter[],
  order: readonly KeyField[],
  indexes: readonly Index[],
): ScoredPlan {
  const plans = branches.map((branch) => chooseIndex([...conditions, ...conjuncts(branch)], [], indexes))
  return {
    plan: {
      ...everything,
      ranges: [],
      isSorted: order.length === 0,
      isExact: false,
      union: plans.map(({ plan }) => plan),
    },
    score: Math.min(...plans.map(({ score }) => score)),
  }
}

const everything: Plan = {
  index: undefined,
  ranges: [fullRange],
  direction: 1,
  isSorted: true,
  isMerged: false,
  isExact: false,
  boundCount: 0,
}

/** The index that narrows most; among equals, one that also sorts. */
function chooseIndex(conditions: readonly Filter[], order: readonly KeyField[], indexes: readonly Index[]): ScoredPlan {
  const bounds = allBounds(conditions)
  let best: Plan = { ...everything, isSorted: order.length === 0, isExact: conditions.length === 0 }
  let bestScore = 0
  for (const index of indexes) {
    const { ranges, points, isRange, usesBound, used } = rangesFor(index, bounds)
    const direction = ranges.length <= maxMerged ? sortDirection(index, order, points) : 0
    if (index.sparse && !usesBound) continue
    const isSorted = order.length === 0 || direction !== 0
    const isWhole = index.unique && points === index.fields.length && ranges.length === 1
    const score = (isWhole ? 1000 : 0) + points * 10 + (isRange ? 6 : 0) + (order.length > 0 && isSorted ? 5 : 0)
    if (score <= bestScore) continue
    best = {
      index,
      ranges,
      point: isWhole ? ranges[0]?.low : undefined,
      direction: direction || 1,
      isSorted,
      isMerged: isSorted && order.length > 0 && ranges.length > 1,
      isExact: !index.multikey && conditions.every((condition) => used.some(({ whole }) => whole === condition)),
      boundCount: points + (isRange ? 1 : 0),
    }
    bestScore = score
  }
  return { plan: best, score: bestScore }
}

/** The comparisons that must hold at a path, also those inside an $elemMatch. */
function boundsOf(filter: Filter, prefix: string): Bound[] {
  if (filter.kind !== 'test') return []
  const path = prefix + filter.path.text
  const { test } = filter
  const whole = prefix === '' ? filter : undefined
  switch (test.op) {
    case 'elemMatch':
      return conjuncts(test.filter).flatMap((inner) => boundsOf(inner, `${path}.`))
    case 'in':
      return test.keys.length <= maxPoints && !test.keys.some((key) => key[0] === tag.array)
        ? [{ path, test, whole }]
        : []
    case 'eq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      // A whole array is not a key: its items are.
      return test.operand.type === type.array ? [] : [{ path, test, whole }]
    default:
      return []
  }
}

/** The ranges of an index that contain every match: points for its first fields, then at most one range. */
function rangesFor(index: Index, bounds: readonly Bound[]) {
  let prefixes: Buffer[] = [Buffer.alloc(0)]
  let points = 0
  const used: Bound[] = []
  const roots = new Set<string | undefined>()
  for (const field of index.fields) {
    // Two fields of one array may be matched by different items, but a compound key contains those of one item only.
    if (index.multikey && roots.has(field.path.names[0])) break
    roots.add(field.path.names[0])
    const usable = bounds.filter(
      ({ path, test }) => path === field.path.text && !(index.sparse && points === 0 && acceptsNull(test)),
    )
    const point = usable.find(({ test }) => test.op === 'eq') ?? usable.find(({ test }) => test.op === 'in')
    if (!point) {
      const range = rangeOf(field, usable, index.multikey)
      if (!range) break
      const ranges = prefixes.map((prefix) => ({
        low: Buffer.concat([prefix, range.low]),
        high: Buffer.concat([prefix, range.high]),
      }))
      const isPrecise = usable.every(({ test }) => isPreciseWith(test, usable[0]?.test))
      return { ranges, points, isRange: true, usesBound: true, used: isPrecise ? [...used, ...usable] : [] }
    }
    const keys = pointKeys(point.test, field)
    if (prefixes.length * keys.length > maxPoints) break
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])))
    points++
    used.push(point)
  }
  const ranges = prefixes.sort(Buffer.compare).map((prefix) => ({ low: prefix, high: Buffer.concat([prefix, high]) }))
  return { ranges, points, isRange: false, usesBound: points > 0, used }
}

/**
 * Whether a range has the meaning of its comparisons, all of one type: NaN among numbers is neither above nor below any of them,
 * but has a place in the order.
 */
function isPreciseWith(test: Comparison, first: Comparison | undefined): boolean {
  if (test.op === 'in' || !first || first.op === 'in') return false
  return tagOf(test.operand) === tagOf(first.operand) && tagOf(test.operand) !== tag.number
}

function pointKeys(test: Comparison, field: KeyField): Buffer[] {
  const keys = test.op === 'in' ? test.keys : [test.key]
  const texts = new Set(keys.map((key) => key.toString('latin1')))
  return [...texts].map((text) => inDirection(Buffer.from(text, 'latin1'), field))
}

function inDirection(key: Buffer, field: KeyField): Buffer {
  if (field.direction === 1) return key
  const inverted = Buffer.from(key)
  invert(inverted, 0, inverted.length)
  return inverted
}

/**
 * One range of a field. If documents may contain arrays, different items may satisfy a lower and an upper bound, so only one of
 * them is used.
 */
export function rangeOf(
  field: KeyField,
  bounds: readonly Pick<Bound, 'test'>[],
  isMultikey: boolean,
): KeyRange | undefined {
  const tests = bounds.flatMap(({ test }) => (test.op === 'in' || test.op === 'eq' ? [] : [test]))
  const first = tests[0]
  if (!first) return undefined
  const used = isMultikey ? [first] : tests.filter((test) => tagOf(test.operand) === tagOf(first.operand))
  const bracket = tagOf(first.operand)
  const [low, upper] = field.direction === 1 ? [bracket, bracket + 1] : [0xff - bracket, 0x100 - bracket]
  let range: KeyRange = { low: Buffer.from([low]), high: Buffer.from([upper]) }
  for (const test of used) {
    const key = inDirection(test.key, field)
    const isLower = test.op.startsWith('g') === (field.direction === 1)
    const isPast = isLower === !test.op.endsWith('e')
    const bound = isPast ? Buffer.concat([key, high]) : key
    if (isLower && Buffer.compare(bound, range.low) > 0) range = { ...range, low: bound }
    if (!isLower && Buffer.compare(bound, range.high) < 0) range = { ...range, high: bound }
  }
  return range
}

/**
 * The direction in which an index yields the requested order, or 0. Fields fixed to one point do not matter. With a multikey
 * index, a document with several keys would be in the wrong place.
 */
function sortDirection(index: Index, order: readonly KeyField[], points: number): 1 | -1 | 0 {
  if (index.multikey || order.length === 0) return 0
  const fixed = new Set(index.fields.slice(0, points).map((field) => field.path.text))
  const sortFields = order.filter((field) => !fixed.has(field.path.text))
  const rest = index.fields.slice(points)
  let direction: 1 | -1 | 0 = sortFields.length === 0 ? 1 : 0
  for (const [i, field] of sortFields.entries()) {
    const has = rest[i]
    if (has?.path.text !== field.path.text) return 0
    const needed = has.direction === field.direction ? 1 : -1
    if (direction !== 0 && direction !== needed) return 0
    direction = needed
  }
  return direction
}
