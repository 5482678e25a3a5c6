import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from '../../packages/core/src/template/scene.ts'
import { disableImageCache } from '../../packages/server/src/imaging/print/imageCache.ts'
import { printPdf } from '../../packages/server/src/imaging/print/printPdf.ts'
import { printScene } from '../../packages/server/src/imaging/print/printScene.ts'
import { createFolderBlobs } from '../../packages/server/src/platform/blobs/folder.ts'

// node printer.ts <scenes.json> <blobs folder> <target folder> <times> <jpeg, pdf or both>
// A process that does nothing but print: says how long each print took and how much memory it had at most.

const [scenesPath = '', folder = '', target = '', times = '1', kind = 'jpeg'] = process.argv.slice(2)
disableImageCache()
const blobs = createFolderBlobs(folder)
const about = { title: 'Bench', created: new Date(0) }
const scenes: Scene[] = JSON.parse(await readFile(scenesPath, 'utf8'))
const milliseconds: number[] = []
const processor = process.cpuUsage()
for (let time = 0; time < Number(times); time++) {
  const start = performance.now()
  for (const [line, scene] of scenes.entries()) {
    if (kind !== 'pdf') await printScene({ blobs }, 'bench', scene, target, `${line}-`)
    if (kind !== 'jpeg') await printPdf({ blobs }, 'bench', scene, join(target, `${line}.pdf`), about)
  }
  milliseconds.push(performance.now() - start)
}
const { user, system } = process.cpuUsage(processor)
const megabytes = ((await ownPeak()) * 1024) / 1e6
process.stdout.write(
  JSON.stringify({ milliseconds, megabytes, processor: (user + system) / 1000 / milliseconds.length }),
)

/**
 * In kibibytes. Linux includes in `maxRSS` what the parent had before it became this program; the kernel's own mark does not.
 */
async function ownPeak(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const [, peak] = /VmHWM:\s+(\d+)/.exec(status) ?? []
  return peak ? Number(peak) : process.resourceUsage().maxRSS
}
