import type { Socket } from 'node:net'
import { type ReplyHead, replyFrame } from '../protocol/wire.ts'
import { type Budget, clientTimeout, isExceeded } from './limits.ts'

/** The replies to one client, one at a time. Calls `end` with the reason to disconnect a client that does not read them. */
export function createOutbox(socket: Socket, budget: Budget, end: (why: string) => void) {
  let unread = 0
  let timer: NodeJS.Timeout | undefined

  const clear = () => {
    clearTimeout(timer)
    budget.pending -= unread
    unread = 0
  }

  /** Both in one packet, if the network allows, without copying them into one buffer. */
  const write = (head: Buffer, doc: Buffer): boolean => {
    socket.cork()
    socket.write(head)
    const isWritten = socket.write(doc)
    socket.uncork()
    return isWritten
  }

  /** Calls `done` when the next command may run: for a slow reader, not before it has read this reply. */
  const send = (head: ReplyHead, doc: Buffer, done: () => void) => {
    if (write(replyFrame(head, doc), doc)) return done()
    unread = doc.length
    budget.pending += unread
    if (isExceeded(budget)) return end('too much is waiting to be read')
    timer = setTimeout(() => end('it does not read its replies'), clientTimeout)
    socket.once('drain', () => {
      clear()
      done()
    })
  }

  return { send, clear }
}
