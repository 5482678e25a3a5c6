import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export type Sql = ReturnType<typeof createSql>

/** A database whose statements are prepared once. Rows are arrays. */
export function createSql(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>()

  const prepared = (text: string): StatementSync => {
    const ready = statements.get(text)
    if (ready) return ready
    if (statements.size > 2000) statements.clear()
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    statements.set(text, statement)
    return statement
  }

  return {
    /** Data definition and pragmas, one statement or several. */
    exec: (text: string): void => db.exec(text),
    run: (text: string, ...values: SQLInputValue[]) => prepared(text).run(...values),
    all: <Row extends readonly unknown[]>(text: string, ...values: SQLInputValue[]): Row[] =>
      prepared(text).all(...values) as unknown as Row[],
    get: <Row extends readonly unknown[]>(text: string, ...values: SQLInputValue[]): Row | undefined =>
      prepared(text).get(...values) as unknown as Row | undefined,
    isInTransaction: (): boolean => db.isTransaction,
    close: (): void => db.close(),
  }
}
