import { openLocalMongo } from '../open.ts'

// A process of its own that serves a folder until it is killed: `node child.ts <folder>` prints what open answered.
const [, , folder] = process.argv
try {
  const { url, owner } = await openLocalMongo({ folder: folder ?? '' })
  console.log(JSON.stringify({ url, owner }))
  process.stdin.resume()
} catch (error) {
  console.log(JSON.stringify({ reason: (error as { reason?: string }).reason, message: (error as Error).message }))
  process.exit(1)
}
