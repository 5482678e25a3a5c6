import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What one test file has made the next one need not make anew: the pictures of a demo world, and what Node compiled.
const cache = join(import.meta.dirname, 'node_modules/.cache')
process.env.DEMO_DRAWINGS ??= join(cache, 'portraitkit-drawings')
process.env.NODE_COMPILE_CACHE ??= join(cache, 'portraitkit-compiled')

/**
 * Where tests store what they delete: in memory, if Linux has room for it there. A database waits for the disk at each of its writes,
 * which is an eighth of the time of the tests in Node and proves nothing as long as nobody pulls the plug. Long proofs use the disk.
 */
const MEMORY = '/dev/shm'
const env: Record<string, string> = process.env.PROOFS !== 'long' && hasRoom(MEMORY) ? { TMPDIR: MEMORY } : {}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 2 ** 30
  } catch {
    return false
  }
}

/** A busy machine may be slow, and some are half as fast as others; a test that needs a shorter timeout sets it itself. */
const patient = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/** Fast tests are next to the code (`*.test.ts`); journeys drive a real browser against a real server (`*.e2e.ts`). */
export default defineConfig({
  test: {
    // of two cores vitest would use one
    maxWorkers: '100%',
    projects: [
      {
        // the rules of the house, read from the sources, and the scripts themselves: seconds, so they run first
        test: { name: 'checks', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], ...patient },
      },
      {
        // what runs in Node alone; without isolation, for loading the server anew for each file would be a third of it all
        test: {
          name: 'unit',
          include: ['packages/{core,local-mongo,server}/src/**/*.test.ts'],
          exclude: ['packages/local-mongo/src/conformance/**'],
          isolate: false,
          env,
          ...patient,
        },
      },
      {
        // widgets in a browser, against a real server, which is loaded once here too
        test: {
          name: 'widgets',
          include: ['packages/widgets/src/**/*.test.{ts,tsx}', 'examples/*/src/**/*.test.{ts,tsx}'],
          isolate: false,
          env,
          ...patient,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['packages/local-mongo/src/conformance/**/*.test.ts'],
          env,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          // page against print raster: needs a browser, but no shop
          name: 'print',
          include: ['examples/*/e2e/printTruth.e2e.ts'],
          env,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['examples/*/e2e/**/*.e2e.ts'],
          exclude: ['examples/*/e2e/printTruth.e2e.ts'],
          globalSetup: ['examples/host-site/e2e/setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
