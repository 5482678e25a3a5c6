import type { Socket } from 'node:net'
import { CommandError } from '../errors.ts'
import { errorReply } from '../protocol/reply.ts'
import { parseFrame, type ReplyHead, replyHead, WireError } from '../protocol/wire.ts'
import type { Engine } from './engine.ts'
import { createInbox } from './inbox.ts'
import { type Budget, clientTimeout, isExceeded } from './limits.ts'
import { createOutbox } from './outbox.ts'

/**
 * Serves one client: one command at a time, replies in order. A client that sends garbage, stops in the middle of a message or
 * does not read its replies is disconnected.
 */
export function serveConnection(socket: Socket, engine: Engine, budget: Budget, log: (line: string) => void): void {
  const end = (why?: string) => {
    if (why) log(`local database: a connection was closed: ${why}`)
    clearTimeout(timer)
    inbox.clear()
    outbox.clear()
    socket.destroy()
  }

  const inbox = createInbox(budget)
  const outbox = createOutbox(socket, budget, end)
  let isBusy = false
  let timer: NodeJS.Timeout | undefined

  const finish = () => {
    isBusy = false
    if (socket.isPaused()) socket.resume()
    next()
  }

  const answer = (head: ReplyHead, doc: Buffer) => {
    if (socket.destroyed) return
    if (head.wantsReply) outbox.send(head, doc, finish)
    else finish()
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
      if (isBusy || !inbox.hasHeader()) return
      const frame = inbox.takeFrame()
      clearTimeout(timer)
      if (frame) run(frame)
      else timer = setTimeout(() => end('a message was not completed'), clientTimeout)
    } catch (error) {
      end(error instanceof WireError ? error.message : `unexpected: ${error instanceof Error ? error.stack : error}`)
    }
  }

  socket.on('data', (chunk: Buffer) => {
    inbox.add(chunk)
    // While a command runs, the socket holds back what a hasty client sends.
    if (isBusy) socket.pause()
    if (isExceeded(budget)) end('too much is waiting in incomplete messages')
    else next()
  })
  socket.on('error', () => end())
  socket.on('close', () => end())
}
