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

/** A run of all proofs, and the files that were run again by themselves since. */
export type ProofRun = { occasion: string; files: TestedFile[]; again: Array<{ occasion: string; names: string[] }> }

/** The files in which something failed. */
export function failedFiles({ files }: ProofRun): string[] {
  const failed = ({ status, assertionResults }: TestedFile) =>
    status === 'failed' || assertionResults.some((each) => each.status === 'failed')
  return files.filter(failed).map(({ name }) => name)
}

interface Proof {
  name: string
  file: string
  status: string
  seconds: number
  campaign: Record<string, number> | undefined
}

/** The page `docs/proofs.md`: every test with a behaviour's id, and all files with their times. */
export function renderProofs(root: string, run: ProofRun): string {
  const proofs = run.files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, meta }): Proof => {
      const seconds = (duration ?? 0) / 1000
      return { name: fullName, file: relative(root, name), status, seconds, campaign: meta?.campaign }
    }),
  )
  const failed = count(proofs, 'failed') + failedFiles(run).filter((name) => !isTested(run, name)).length
  const again = run.again.map(({ occasion, names }) => {
    const files = names.map((name) => `\`${relative(root, name)}\``)
    return `Run again by ${files.length === 1 ? 'itself' : 'themselves'}: ${files.join(', ')}. ${occasion}\n\n`
  })
  return `# Proofs

\`npm run proofs\` runs every test in its long form. Last run: ${run.occasion}

${again.join('')}${count(proofs, 'passed')} passed, ${failed} failed, ${count(proofs, 'pending', 'skipped')} left out by a condition.

## Campaigns

| campaign | counted | result | time |
| --- | --- | --- | --: |
${campaignRows(proofs).join('\n')}

## Behaviours

| behaviour | test | result | time |
| --- | --- | --- | --: |
${behaviourRows(proofs).join('\n')}

## Files

| file | passed | failed | left out | time |
| --- | --: | --: | --: | --: |
${fileRows(proofs).join('\n')}
`
}

function count(proofs: readonly Proof[], ...states: string[]): number {
  return proofs.filter(({ status }) => states.includes(status)).length
}

function isTested({ files }: ProofRun, name: string): boolean {
  return files.some((file) => file.name === name && file.assertionResults.some(({ status }) => status === 'failed'))
}

function behaviourRows(proofs: readonly Proof[]): string[] {
  return proofs
    .flatMap((proof) =>
      [...proof.name.matchAll(/\[([A-Z]{3})-(\d+)\]/g)].map(([, group = '', number = '']) => ({
        group,
        number,
        proof,
      })),
    )
    .sort((a, b) => a.group.localeCompare(b.group) || Number(a.number) - Number(b.number))
    .map(({ group, number, proof }) => {
      return `| ${group}-${number} | ${textOf(proof)} | ${outcomeOf(proof)} |`
    })
}

/** What was repeated many times, under kills or by crowds, and how often. */
function campaignRows(proofs: readonly Proof[]): string[] {
  return proofs.flatMap((proof) => {
    if (!proof.campaign) return []
    const counts = Object.entries(proof.campaign).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    return [`| ${textOf(proof)} | ${counts.join(', ')} | ${outcomeOf(proof)} |`]
  })
}

/** The name of a test without the ids of its behaviours. */
function textOf({ name }: Proof): string {
  return name.replaceAll(/\[[A-Z]{3}-\d+\]\s*/g, '').replaceAll('|', '\\|')
}

/** The last two cells of a row: the result and the time. */
function outcomeOf({ status, seconds }: Proof): string {
  return `${status === 'passed' ? 'holds' : `**${status}**`} | ${seconds.toFixed(1)} s`
}

function fileRows(proofs: readonly Proof[]): string[] {
  const byFile = Object.entries(Object.groupBy(proofs, ({ file }) => file)).sort(([a], [b]) => a.localeCompare(b))
  return byFile.map(([file, own = []]) => {
    const seconds = own.reduce((sum, proof) => sum + proof.seconds, 0)
    return `| ${file} | ${count(own, 'passed')} | ${count(own, 'failed')} | ${count(own, 'pending', 'skipped')} | ${seconds.toFixed(1)} s |`
  })
}
