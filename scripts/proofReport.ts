import { relative } from 'node:path'

/** The evaluated part of vitest's JSON report. */
export type ProofReport = { testResults: TestedFile[] }

/** The result of one file. A file that could not be loaded has failed without a test. */
export type TestedFile = {
  name: string
  status?: string
  assertionResults: Array<{
    fullName: string
    status: string
    duration?: number | null
    /** `campaign`: what a test that repeats one thing many times has counted, such as `{ purchases: 10000, kills: 190 }`. */
    meta?: { campaign?: Record<string, number> }
  }>
}

/** What the page says about one file. Its rows are the cells between the file's behaviours and its number. */
export type FileProof = {
  file: string
  passed: number
  failed: number
  leftOut: number
  seconds: number
  /** When it was proved, at which commit and in which form. */
  proved: string
  /** `CRT-2 | a line is added | holds | 0.1 s`, a row for each behaviour of a test. */
  behaviours: string[]
  /** `kill -9 loses nothing | 10,000 purchases | holds | 61.0 s` */
  campaigns: string[]
}

/** What a run has proved about its files. */
export function proofsOf(root: string, files: readonly TestedFile[], proved: string): FileProof[] {
  return files.map(({ name, status: fileStatus, assertionResults: tests }) => {
    const count = (...states: string[]) => tests.filter(({ status }) => states.includes(status)).length
    const failed = count('failed')
    return {
      file: relative(root, name),
      passed: count('passed'),
      failed: failed === 0 && fileStatus === 'failed' ? 1 : failed,
      leftOut: count('pending', 'skipped'),
      seconds: tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000,
      proved,
      behaviours: tests.flatMap(behaviourRows),
      campaigns: tests.flatMap(campaignRows),
    }
  })
}

type Test = TestedFile['assertionResults'][number]

function behaviourRows(test: Test): string[] {
  const ids = [...test.fullName.matchAll(/\[([A-Z]{3}-\d+)\]/g)].map(([, id]) => id)
  return ids.map((id) => `${id} | ${textOf(test)} | ${outcomeOf(test)}`)
}

/** What was repeated many times, under kills or by crowds, and how often. */
function campaignRows(test: Test): string[] {
  if (!test.meta?.campaign) return []
  const counts = Object.entries(test.meta.campaign).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  return [`${textOf(test)} | ${counts.join(', ')} | ${outcomeOf(test)}`]
}

/** The name of a test without the ids of its behaviours. */
function textOf({ fullName }: Test): string {
  return fullName.replaceAll(/\[[A-Z]{3}-\d+\]\s*/g, '').replaceAll('|', '\\|')
}

/** Two cells: the result and the time. */
function outcomeOf({ status, duration }: Test): string {
  return `${status === 'passed' ? 'holds' : `**${status}**`} | ${((duration ?? 0) / 1000).toFixed(1)} s`
}

/** The proofs with those of a later run in place of earlier ones of the same files. */
export function replaceProofs(earlier: readonly FileProof[], later: readonly FileProof[]): FileProof[] {
  const byFile = new Map([...earlier, ...later].map((proof) => [proof.file, proof]))
  return [...byFile.values()].sort((a, b) => a.file.localeCompare(b.file))
}

/**
 * The page `docs/proofs.md`: every test with a behaviour's id, and all files with when they were proved. `unproved` are files
 * whose long form was not run yet.
 */
export function renderProofs(
  proofs: readonly FileProof[],
  { machine, unproved }: { machine: string; unproved: readonly string[] },
): string {
  const total = (of: 'passed' | 'failed' | 'leftOut') => proofs.reduce((sum, proof) => sum + proof[of], 0)
  const rows = (of: 'behaviours' | 'campaigns') =>
    proofs.flatMap((proof, at) => proof[of].map((row) => `| ${row} | ${at + 1} |`))
  const open = unproved.map((file) => `\`${file}\``).join(', ')
  return `# Proofs

\`npm run proofs\` runs every test in its long form. It may be run in parts: each file says when it was proved. Last run on ${machine}

${total('passed')} passed, ${total('failed')} failed, ${total('leftOut')} left out by a condition.${open ? `\n\nNot proved in their long form yet: ${open}.` : ''}

## Campaigns

| campaign | counted | result | time | file |
| --- | --- | --- | --: | --: |
${rows('campaigns').join('\n')}

## Behaviours

| behaviour | test | result | time | file |
| --- | --- | --- | --: | --: |
${rows('behaviours').sort(compareBehaviours).join('\n')}

## Files

| number | file | passed | failed | left out | time | proved |
| --: | --- | --: | --: | --: | --: | --- |
${proofs.map(fileRow).join('\n')}
`
}

function fileRow({ file, passed, failed, leftOut, seconds, proved }: FileProof, at: number): string {
  return `| ${at + 1} | ${file} | ${passed} | ${failed} | ${leftOut} | ${seconds.toFixed(1)} s | ${proved} |`
}

function compareBehaviours(one: string, other: string): number {
  const [, group = '', number = ''] = /^\| ([A-Z]{3})-(\d+)/.exec(one) ?? []
  const [, otherGroup = '', otherNumber = ''] = /^\| ([A-Z]{3})-(\d+)/.exec(other) ?? []
  return group.localeCompare(otherGroup) || Number(number) - Number(otherNumber)
}

/** Reads the page again, so that a part of the proofs replaces only its own rows. */
export function readProofs(page: string): FileProof[] {
  const [campaigns = '', behaviours = '', files = ''] = page.split(/^## .+$/m).slice(1)
  const rowsOf = (table: string) => table.split('\n').filter((line) => line.startsWith('| '))
  const proofs = new Map<string, FileProof>()
  for (const row of rowsOf(files)) {
    const [number = '', file = '', passed, failed, leftOut, time = '', proved = ''] = cellsOf(row)
    if (!/^\d+$/.test(number)) continue
    const counts = { passed: Number(passed), failed: Number(failed), leftOut: Number(leftOut) }
    proofs.set(number, { file, ...counts, seconds: Number.parseFloat(time), proved, behaviours: [], campaigns: [] })
  }
  for (const [name, table] of [['campaigns', campaigns] as const, ['behaviours', behaviours] as const]) {
    for (const row of rowsOf(table)) {
      const cells = cellsOf(row)
      proofs.get(cells.at(-1) ?? '')?.[name].push(cells.slice(0, -1).join(' | '))
    }
  }
  return [...proofs.values()]
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}
