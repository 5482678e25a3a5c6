import { readFile } from 'node:fs/promises'
import { createFolderBlobs } from '../../../../packages/server/src/blobs/folder.ts'
import { printScene } from '../../../../packages/server/src/print/printScene.ts'

// node printStored.ts <scene.json> <blobs folder> <provider> <target folder> <name>
// The printer's process: it knows the stored scene and the pictures, and nothing of the one that laid it out.

const [scenePath = '', blobs = '', provider = '', target = '', name = ''] = process.argv.slice(2)
const scene = JSON.parse(await readFile(scenePath, 'utf8'))
await printScene({ blobs: createFolderBlobs(blobs) }, provider, scene, target, name)
