import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofReport, TestedFile } from './proofReport.ts'

// What the last `npm test` has proved, for the page of proofs: most files have only one form.

const folderIn = (root: string) => join(root, 'node_modules/.cache/portraitkit-last-test')

/** What measuring and proving writes is not what was tested. */
const PAGES = [':!docs/proofs.md', ':!docs/benchmarks.md']

/** The commit, and whether files differ from it; null without a repository, or if git refuses it. */
function commitOf(root: string): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no', '--', '.', ...PAGES) ? ' changed' : ''}`
  } catch {
    return null
  }
}

/** Stores vitest's reports of a run for a page that is written in a repository. */
export function storeLastTest(root: string, reports: string): void {
  const commit = commitOf(root)
  if (commit === null) return
  const folder = folderIn(root)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(reports, folder, { recursive: true })
  writeFileSync(join(folder, 'commit'), commit)
}

/** The results of the last `npm test`, a repeated file as it was the second time. Throws if it was of another commit. */
export function readLastTest(root: string): TestedFile[] {
  const folder = folderIn(root)
  const commit = existsSync(join(folder, 'commit')) ? readFileSync(join(folder, 'commit'), 'utf8') : 'none'
  if (commit !== commitOf(root) || commit.endsWith('changed'))
    throw new Error(`The last "npm test" was not of this commit, or of changed files (${commit}): run it first`)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  // The second run of failed files comes last.
  const inOrder = names.sort((one, other) => Number(one.startsWith('Second')) - Number(other.startsWith('Second')))
  const reports = inOrder.map((name): ProofReport => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const byName = new Map(reports.flatMap(({ testResults }) => testResults.map((file) => [file.name, file] as const)))
  return [...byName.values()]
}
