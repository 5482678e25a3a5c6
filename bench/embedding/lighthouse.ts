import { FLAGS, findBrowser } from '../../scripts/browser.ts'
import { percentile } from '../calls/load.ts'
import type { Figure } from '../figures.ts'
import { importInstalled, installPeers, versionOf } from './installPeers.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** The evaluated part of Lighthouse's result. Scores are fractions of 1, null if an audit does not apply. */
type Result = {
  runtimeError?: { message: string }
  /** The speed of the machine in Lighthouse's own measure: its mobile preset slows 1500 to 2000 down four times. */
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}
type Lighthouse = (address: string, flags: object) => Promise<{ lhr: Result } | undefined>
type Launch = (options: object) => Promise<{ port: number; kill(): void }>

/** Of 100, as Lighthouse shows them. */
export type Report = {
  scores: Record<Category, number>
  /** The audits that cost points, by category. */
  failed: Record<Category, string[]>
  audits: Result['audits']
  benchmarkIndex: number
}

/** One run of Lighthouse on a page with its mobile preset: a mid-range phone on slow 4G. */
export async function runLighthouse(address: string): Promise<Report> {
  installPeers()
  const { default: lighthouse } = await importInstalled<{ default: Lighthouse }>('lighthouse')
  const { launch } = await importInstalled<{ launch: Launch }>('chrome-launcher')
  const chrome = await launch({
    chromePath: await findBrowser(),
    chromeFlags: ['--headless=new', ...FLAGS],
    logLevel: 'error',
  })
  try {
    const run = await lighthouse(address, { port: chrome.port, onlyCategories: [...CATEGORIES], logLevel: 'error' })
    if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
    return reportOf(run.lhr)
  } finally {
    chrome.kill()
  }
}

function reportOf({ categories, audits, environment }: Result): Report {
  const of = <T>(read: (category: Category) => T) =>
    Object.fromEntries(CATEGORIES.map((category) => [category, read(category)])) as Record<Category, T>
  return {
    scores: of((category) => Math.round((categories[category].score ?? 0) * 100)),
    failed: of((category) =>
      categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
    audits,
    benchmarkIndex: environment.benchmarkIndex,
  }
}

const PERFORMANCE_GOAL = 95
const METRICS = { 'largest-contentful-paint': 'LCP', 'total-blocking-time': 'TBT', 'cumulative-layout-shift': 'CLS' }

/** Lighthouse's scores of a page: the median of the performance, the worst of the others, which should not vary at all. */
export async function lighthouseScores(address: string, what: string, looks: number): Promise<Figure[]> {
  const reports: Report[] = []
  while (reports.length < looks) reports.push(await runLighthouse(address))
  const named = (category: string) => `Lighthouse ${versionOf('lighthouse')}, mobile, ${what}: ${category}`
  const scores = reports.map(({ scores }) => scores.performance)
  const performance = percentile(scores, 50)
  const middle = reports[scores.indexOf(performance)] as Report
  const metrics = Object.entries(METRICS).map(([id, name]) => `${name} ${middle.audits[id]?.displayValue}`)
  return [
    {
      name: named('performance'),
      value: performance,
      unit: 'of 100',
      beside: `${metrics.join(', ')}; the machine's benchmark index ${middle.benchmarkIndex.toFixed(0)}, where Lighthouse expects 1500 to 2000`,
      goal: `at least ${PERFORMANCE_GOAL}`,
      met: performance >= PERFORMANCE_GOAL,
    },
    ...CATEGORIES.filter((category) => category !== 'performance').map((category): Figure => {
      const value = Math.min(...reports.map((report) => report.scores[category]))
      const failed = [...new Set(reports.flatMap((report) => report.failed[category]))]
      return {
        name: named(category.replace('-', ' ').replace('seo', 'SEO')),
        value,
        unit: 'of 100',
        ...(failed.length > 0 && { beside: failed.join(', ') }),
        goal: '100',
        met: value === 100,
      }
    }),
  ]
}
