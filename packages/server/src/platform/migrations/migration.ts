import type { App } from '../app.ts'

/**
 * A change of stored data, run once at a server's start. Numbered over all features from 1 without gaps; a number is never used
 * again, and a migration that was published never changes.
 */
export type Migration = {
  readonly number: number
  /** What it does, for the operator: `adds sort keys to children`. */
  readonly about: string
  readonly kind: MigrationKind
  /**
   * Changes the next documents after `cursor` (null at the start), a few hundred at most. Returns the cursor from which to
   * continue, null at the end. It may be repeated, and servers without it may write at the same time: it only changes what needs
   * it.
   */
  step(app: App, cursor: string | null): Promise<string | null>
}

/**
 * `expand`: adds what only the new version reads, so servers of the previous version run at the same time. `contract`: removes
 * what the version before the migration `of` read, one version after it. `exclusive`: no server without it may run at the same
 * time or afterwards.
 */
export type MigrationKind = { name: 'expand' } | { name: 'contract'; of: number } | { name: 'exclusive' }

/** The migration that servers must contain to run during this one or after it; 0 if any may. */
export function requiredOf({ number, kind }: Migration): number {
  if (kind.name === 'expand') return 0
  return kind.name === 'contract' ? kind.of : number
}

/** The migrations of all features in order. Throws if a number is missing or occurs twice. */
export function migrationsOf(features: ReadonlyArray<{ migrations?: readonly Migration[] }>): Migration[] {
  const sorted = features
    .flatMap(({ migrations = [] }) => migrations)
    .toSorted((one, other) => one.number - other.number)
  const wrong = sorted.find(({ number }, index) => number !== index + 1)
  if (wrong) throw new Error(`The migrations are not numbered from 1 without gaps: see ${wrong.number}, ${wrong.about}`)
  const odd = sorted.find(({ number, kind }) => kind.name === 'contract' && kind.of >= number)
  if (odd) throw new Error(`Migration ${odd.number} contracts a migration that does not come before it`)
  return sorted
}
