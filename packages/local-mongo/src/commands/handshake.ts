import { maxBatch, maxDocumentSize, maxMessageSize } from '../protocol/wire.ts'
import type { Call, Command } from './call.ts'

/** 21 is MongoDB 7.0's. From 25 on the driver writes with the `bulkWrite` command, which is outside the subset. */
const maxWireVersion = 21
export const version = '7.0.0'

/**
 * A replica set of one node: the driver sends no transaction numbers to a standalone server, and retryable writes would never
 * run. Without `topologyVersion` the driver asks again instead of waiting for a stream of answers.
 */
function describe(call: Call) {
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    secondary: false,
    setName: 'local',
    setVersion: 1,
    hosts: [call.address],
    primary: call.address,
    me: call.address,
    maxBsonObjectSize: maxDocumentSize,
    maxMessageSizeBytes: maxMessageSize,
    maxWriteBatchSize: maxBatch,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
  }
}

/** The driver's description of itself; it requires nothing of this database. */
const clientOptions = ['helloOk', 'client', 'compression', 'backpressure']
const hello: Command = {
  kind: 'read',
  options: clientOptions,
  refused: ['saslSupportedMechs', 'speculativeAuthenticate', 'topologyVersion', 'maxAwaitTimeMS', 'loadBalanced'],
  run: describe,
}

const ping: Command = { kind: 'read', options: [], run: () => ({}) }

const buildInfo: Command = {
  kind: 'read',
  options: [],
  run: () => ({
    version,
    versionArray: version.split('.').map(Number).concat(0),
    modules: ['portraitkit-local'],
    bits: 64,
    maxBsonObjectSize: maxDocumentSize,
  }),
}

/** The only state of a session is the last reply of its retryable writes, which expires by age. */
const endSessions: Command = { kind: 'read', options: [], run: () => ({}) }

export const handshakeCommands: Record<string, Command> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping,
  buildInfo,
  buildinfo: buildInfo,
  endSessions,
}
