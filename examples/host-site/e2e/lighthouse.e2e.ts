import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { runLighthouse } from '../../../bench/embedding/lighthouse.ts'

const [world] = inject('house').worlds
const folder = join(import.meta.dirname, '../../../bench/embedding')

// Nothing else needs Lighthouse, so the long form installs it. Its performance score is measured by the benches, not tested.

it('Lighthouse is installed in exactly the recorded version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const lock = readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(lock, name).toContain(`${name}@${version}`)
  }
})

if (process.env.PROOFS === 'long') {
  it('[EMB-5] Lighthouse finds nothing to improve on the photographer’s page with the shop in one tag', async () => {
    const { failed, scores } = await runLighthouse(world?.studio ?? '')
    const { performance: _, ...others } = failed
    expect(others).toEqual({ accessibility: [], 'best-practices': [], seo: [] })
    expect(scores).toMatchObject({ accessibility: 100, 'best-practices': 100, seo: 100 })
  })
}
