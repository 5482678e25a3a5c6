import type { Socket } from 'node:net'
import { CommandError } from '../errors.ts'
import { errorReply } from '../protocol/reply.ts'
import { frameLength, parseFrame, replyFrame, replyHead, WireError } from '../protocol/wire.ts'
import type { Engine } from './engine.ts'

/** Maximum size of incomplete messages and unread replies of all connections together, in bytes. */
const maxPendingBytes = 128 * 1024 * 1024
/** How long a client may take for the rest of a message, or to read a reply. */
const clientTimeout = 30_000

/** Bytes in incomplete messages and unread replies, over all connections. */
export interface Budget {
  pending: number
}

/**
 * Serves one client: one command at a time, replies in order. A client that sends garbage, stops in the middle of a message or
 * does not read its replies is disconnected.
 */
export function serveConnection(socket: Socket, engine: Engine, budget: Budget, log: (line: string) => void): void {
  let chunks: Buffer[] = []
  let size = 0
  let unread = 0
  let isBusy = false
  let timer: NodeJS.Timeout | undefined

  const end = (why?: string) => {
    if (why) log(`local database: a connection was closed: ${why}`)
    clearTimeout(timer)
    budget.pending -= size + unread
    size = 0
    unread = 0
    chunks = []
    socket.destroy()
  }

  const keep = (bytes: number) => {
    size += bytes
    budget.pending += bytes
  }

  /** The first `length` bytes received, joined once. */
  const take = (length: number): Buffer => {
    const joined = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    chunks = joined.length > length ? [joined.subarray(length)] : []
    keep(-length)
    return joined.subarray(0, length)
  }

  const header = (): Buffer => {
    if ((chunks[0] as Buffer).length < 4) chunks = [Buffer.concat(chunks)]
    return chunks[0] as Buffer
  }

  const finish = () => {
    isBusy = false
    if (socket.isPaused()) socket.resume()
    next()
  }

  /** Both in one packet, if the network allows, without copying them into one buffer. */
  const send = (head: Buffer, doc: Buffer): boolean => {
    socket.cork()
    socket.write(head)
    const isTaken = socket.write(doc)
    socket.uncork()
    return isTaken
  }

  const answer = (head: { requestId: number; isOld: boolean; wantsReply: boolean }, doc: Buffer) => {
    if (socket.destroyed) return
    if (!head.wantsReply || send(replyFrame(head, doc), doc)) return finish()
    // A slow reader: nothing more is done for it until it has read this reply.
    unread = doc.length
    budget.pending += unread
    if (budget.pending > maxPendingBytes) return end('too much is waiting to be read')
    timer = setTimeout(() => end('it does not read its replies'), clientTimeout)
    socket.once('drain', () => {
      clearTimeout(timer)
      budget.pending -= unread
      unread = 0
      finish()
    })
  }

  const run = (frame: Buffer) => {
    isBusy = true
    try {
      const request = parseFrame(frame)
      engine.submit(request, (doc) => answer(request, doc))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const reply = errorReply(error)
      setImmediate(() => answer(replyHead(frame), reply))
    }
  }

  const next = () => {
    try {
      if (isBusy || size < 4) return
      const length = frameLength(header())
      clearTimeout(timer)
      if (size >= length) run(take(length))
      else timer = setTimeout(() => end('a message was not completed'), clientTimeout)
    } catch (error) {
      end(error instanceof WireError ? error.message : `unexpected: ${error instanceof Error ? error.stack : error}`)
    }
  }

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    keep(chunk.length)
    // While a command runs, the socket holds back what a hasty client sends.
    if (isBusy) socket.pause()
    if (budget.pending > maxPendingBytes) end('too much is waiting in incomplete messages')
    else next()
  })
  socket.on('error', () => end())
  socket.on('close', () => end())
}
