import { relative } from 'node:path'

/** What the proofs page reads of vitest's JSON report of one project. */
export interface ProofReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: Array<{
    name: string
    assertionResults: Array<{ fullName: string; status: string; duration?: number | null }>
  }>
}

interface Proof {
  name: string
  file: string
  status: string
  seconds: number
}

/** The page `docs/proofs.md`: every test that carries a behaviour's id, and all the files with their times. */
export function renderProofs(root: string, reports: readonly ProofReport[], occasion: string): string {
  const proofs = reports
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, duration }): Proof => {
        return { name: fullName, file: relative(root, name), status, seconds: (duration ?? 0) / 1000 }
      }),
    )
  const sum = (count: (report: ProofReport) => number) => reports.reduce((total, report) => total + count(report), 0)
  return `# Proofs

\`npm run proofs\` runs every test in its long form. Last run: ${occasion}

${sum((report) => report.numPassedTests)} passed, ${sum((report) => report.numFailedTests)} failed, ${sum((report) => report.numPendingTests)} left out by a condition.

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
    const count = (...states: string[]) => own.filter(({ status }) => states.includes(status)).length
    const seconds = own.reduce((sum, proof) => sum + proof.seconds, 0)
    return `| ${file} | ${count('passed')} | ${count('failed')} | ${count('pending', 'skipped')} | ${seconds.toFixed(1)} s |`
  })
}
