import { parentPort } from 'node:worker_threads'
import { keyOut, type Shot } from './keying.ts'

// A photograph takes about a second; in a thread of its own it does not block others.
parentPort?.on('message', (shot: Shot) => {
  const cutOut = keyOut(shot)
  parentPort?.postMessage(cutOut, cutOut ? [cutOut.buffer as ArrayBuffer] : [])
})
