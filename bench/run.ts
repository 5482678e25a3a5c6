import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, type Figure, renderFigures, renderOccasion, replaceSection } from './figures.ts'

// `npm run bench [-- --only startUp] [--scale 0.1] [--minutes 60] [--write]`: measures, prints, and writes docs/benchmarks.md after a full run.
// With `--write` a bench that was run alone, in full, replaces its section there. `--only memory --minutes 60` continues for that
// long, to find what grows.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const scale = Number(values.scale)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/benchmarks.md')
const occasion = values.only && renderOccasion(root, new Date())

/** A bench file's name as a heading: `startUp.ts` becomes `Start up`. */
function titleOf(file: string): string {
  const words = basename(file, '.ts').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

async function measure(file: string): Promise<Figure[]> {
  const module: Record<string, unknown> = await import(join(import.meta.dirname, file))
  const benches = Object.entries(module).filter((entry): entry is [string, Bench] => /^bench[A-Z]/.test(entry[0]))
  const figures: Figure[] = []
  for (const [, bench] of benches) figures.push(...(await bench({ scale, minutes })))
  return figures
}

const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !['run.ts', 'figures.ts'].includes(file))
  .filter((file) => !values.only || basename(file, '.ts') === values.only)
  .sort()

const sections: string[] = []
let failed = false
for (const file of files) {
  console.error(`▸ ${titleOf(file)} …`)
  try {
    const figures = await measure(file)
    if (figures.length === 0) continue
    sections.push(renderFigures(titleOf(file), figures, occasion))
    console.log(`\n${sections.at(-1)}\n`)
  } catch (error) {
    failed = true
    console.error(`${file} could not be measured:`, error)
  }
}

if (files.length === 0) {
  console.error(`There is no bench named ${values.only}.`)
  failed = true
}
if (!failed && values.only && values.write && scale === 1) {
  writeFileSync(page, sections.reduce(replaceSection, readFileSync(page, 'utf8')))
  console.log('Written to docs/benchmarks.md')
}
if (!failed && !values.only && scale === 1) {
  const head = `# Benchmarks\n\nMeasured with \`npm run bench\` on ${renderOccasion(root, new Date())}\nRatios are within one run; values alone say little about another machine.`
  writeFileSync(page, `${[head, ...sections].join('\n\n')}\n`)
  console.log('Written to docs/benchmarks.md')
}
process.exitCode = failed ? 1 : 0
