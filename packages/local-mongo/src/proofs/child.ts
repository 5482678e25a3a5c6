import { openLocalMongo } from '../open.ts'

// A separate process that serves a folder until it is killed: `node child.ts <folder>` prints the result of opening it.
const [, , folder] = process.argv
try {
  const { url, owner } = await openLocalMongo({ folder: folder ?? '' })
  console.log(JSON.stringify({ url, owner }))
  process.stdin.resume()
} catch (error) {
  console.log(JSON.stringify({ reason: (error as { reason?: string }).reason, message: (error as Error).message }))
  process.exit(1)
}
