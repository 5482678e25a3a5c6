import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBundle, staleBundles } from '../scripts/bundles.ts'
import { installPackages } from '../scripts/consumer.ts'
import {
  brotliBytes,
  bundlePackageViews,
  bundleReactOnly,
  readScriptTagViews,
  readSiteViews,
  type View,
} from './bytes/views.ts'
import type { Extent, Figure } from './figures.ts'

// Goals in kB of 1000 bytes for everything that is fetched before the first widget can be used.
const SCRIPT_TAG_GOALS: Record<string, number> = { 'pk-code-entry': 46, 'pk-cart': 55, 'pk-checkout': 75 }
const EVERYTHING_GOAL = 195
const REACT_GOALS: Record<string, number> = { 'pk-code-entry': 95 }
// the front page and the way to an order
const SITE_VIEWS = ['pk-code-entry', 'pk-template-list', 'pk-editor', 'pk-cart', 'pk-checkout']

/**
 * Bytes of code over the wire, by gzip, before a surface can be used: with the script tag, which is measured by brotli too, in a
 * React app with the npm package, and in the reference shop. They do not include fonts, pictures, answers and what is fetched
 * when the page is idle.
 */
export async function benchBytes(_: Extent): Promise<Figure[]> {
  const root = join(import.meta.dirname, '..')
  for (const bundle of staleBundles(root)) await buildBundle(root, bundle)
  return [
    ...(await scriptTag(root, 'script tag, preact')),
    ...(await scriptTag(root, 'script tag, by brotli', brotliBytes)),
    ...(await reactPackage(root)),
    ...referenceShop(root),
  ]
}

async function scriptTag(root: string, name: string, measure?: (code: Buffer) => number): Promise<Figure[]> {
  const { loader, views } = await readScriptTagViews(join(root, 'packages/widgets/dist/cdn'), 'en', measure)
  const beside = `loader ${kilobytes(loader)}`
  const together = (of: string, isIn: (tag: string) => boolean): View => {
    return { name: of, files: new Map(views.filter((view) => isIn(view.name)).flatMap(({ files }) => [...files])) }
  }
  const front = together('pk-shop with its front page', (tag) => tag === 'pk-shop' || tag === 'pk-code-entry')
  const all = together('everything but the editor', (tag) => tag !== 'pk-editor')
  return [
    ...views.map((view) => figure(name, view, beside, SCRIPT_TAG_GOALS[view.name])),
    figure(name, front, beside),
    figure(name, all, beside, EVERYTHING_GOAL),
  ]
}

async function reactPackage(root: string): Promise<Figure[]> {
  // in the workspace, because that is where an app finds React
  const parent = join(root, 'packages/widgets/node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'bytes-'))
  try {
    await installPackages(folder)
    const react = await bundleReactOnly(folder)
    const views = await bundlePackageViews(folder)
    const beside = `React and ReactDOM ${kilobytes(totalBytes(react))}`
    return [
      figure('npm package', react),
      ...views.map((view) => figure('npm package, React and ReactDOM included', view, beside, REACT_GOALS[view.name])),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function referenceShop(root: string): Figure[] {
  const views = readSiteViews(join(root, 'examples/host-site/dist')).filter(({ name }) => SITE_VIEWS.includes(name))
  return views.map((view) => figure('reference shop, React', view))
}

const totalBytes = ({ files }: View): number => [...files.values()].reduce((total, bytes) => total + bytes, 0)
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

function figure(build: string, view: View, beside?: string, goal?: number): Figure {
  const value = totalBytes(view) / 1000
  const files = `${view.files.size} ${view.files.size === 1 ? 'file' : 'files'}`
  return {
    name: `${build}: ${view.name}`,
    value,
    unit: 'kB',
    beside: [files, beside].filter(Boolean).join(', '),
    ...(goal === undefined ? {} : { goal: `at most ${goal} kB`, met: value <= goal }),
  }
}
