import { relative } from 'node:path'

/** The evaluated part of vitest's JSON report. */
export type ProofReport = { testResults: TestedFile[] }

/** The result of one file. A file that could not be loaded has failed without a test. */
export type TestedFile = {
  name: string
  status?: string
  assertionResults: Array<{ fullName: string; status: string; duration?: number | null }>
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
}

/** The page `docs/proofs.md`: every test with a behaviour's id, and all files with their times. */
export function renderProofs(root: string, run: ProofRun): string {
  const proofs = run.files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }): Proof => {
      return { name: fullName, file: relative(root, name), status, seconds: (duration ?? 0) / 1000 }
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
      const text = proof.name.replaceAll(/\[[A-Z]{3}-\d+\]\s*/g, '').replaceAll('|', '\\|')
      const time = `${proof.seconds.toFixed(1)} s`
      return `| ${group}-${number} | ${text} | ${proof.status === 'passed' ? 'holds' : `**${proof.status}**`} | ${time} |`
    })
}

function fileRows(proofs: readonly Proof[]): string[] {
  const byFile = Object.entries(Object.groupBy(proofs, ({ file }) => file)).sort(([a], [b]) => a.localeCompare(b))
  return byFile.map(([file, own = []]) => {
    const seconds = own.reduce((sum, proof) => sum + proof.seconds, 0)
    return `| ${file} | ${count(own, 'passed')} | ${count(own, 'failed')} | ${count(own, 'pending', 'skipped')} | ${seconds.toFixed(1)} s |`
  })
}
