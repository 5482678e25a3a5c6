import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderBlobs } from '../../packages/server/src/blobs/folder.ts'
import { printPdf } from '../../packages/server/src/print/printPdf.ts'
import { printScene } from '../../packages/server/src/print/printScene.ts'

// node printer.ts <scene.json> <blobs folder> <target folder> <times> <jpeg or pdf>
// A process that does nothing but print: says how long each print took and how much memory it had at most.

const [scenePath = '', folder = '', target = '', times = '1', kind = 'jpeg'] = process.argv.slice(2)
const blobs = createFolderBlobs(folder)
const about = { title: 'Bench', created: new Date(0) }
const scene = JSON.parse(await readFile(scenePath, 'utf8'))
const milliseconds: number[] = []
const processor = process.cpuUsage()
for (let time = 0; time < Number(times); time++) {
  const start = performance.now()
  if (kind === 'pdf') await printPdf({ blobs }, 'bench', scene, join(target, 'all.pdf'), about)
  else await printScene({ blobs }, 'bench', scene, target)
  milliseconds.push(performance.now() - start)
}
const { user, system } = process.cpuUsage(processor)
const megabytes = ((await ownPeak()) * 1024) / 1e6
process.stdout.write(
  JSON.stringify({ milliseconds, megabytes, processor: (user + system) / 1000 / milliseconds.length }),
)

/** In kibibytes. Linux counts what the parent had before it became this program into `maxRSS`; the kernel's own mark does not. */
async function ownPeak(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const [, peak] = /VmHWM:\s+(\d+)/.exec(status) ?? []
  return peak ? Number(peak) : process.resourceUsage().maxRSS
}
