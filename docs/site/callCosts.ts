import { commandBudgets } from '../../packages/server/src/platform/http/commandBudgets.ts'
import { table } from './table.ts'

/** The database commands of every call, from the budgets that a test holds. */
export function callCosts(): string {
  const rows = Object.entries(commandBudgets).map(([name, [first, again]]) => [
    `\`${name}\``,
    String(first),
    again === undefined ? '' : String(again),
  ])
  return [
    '# What calls cost the database',
    'How many database commands an ordinary use of each call takes, generated from the budgets that `packages/server/src/platform/http/commandBudgets.test.ts` checks: a call that takes more commands fails it, and so does a budget that is higher than needed. The uses are in `packages/server/src/testing/everyCall`: a child with nine pictures, a cart with three cards, twelve scenes at once.',
    '*first*: nothing is cached but what never changes, the versions of templates and the scenes in carts. *again*: the same caller repeats the call within a second; only for calls that change nothing. A busy shop takes a number in between, because jobs and group pictures are [cached for one second, backgrounds and templates for two](../decisions/0029-a-call-asks-once.md) for all callers. The provider is not counted: a process reads it every two seconds, however many calls need it.',
    table(['call', 'first', 'again'], rows),
  ]
    .join('\n\n')
    .concat('\n')
}
