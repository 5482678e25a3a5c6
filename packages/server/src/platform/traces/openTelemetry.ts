import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { MongoClient } from 'mongodb'
import type { Traces } from './traces.ts'

const SERVICE = 'portraitkit'
/** How long a collector may take; a server that stops waits for it. */
const EXPORT_MS = 3000

/**
 * Sends traces to a collector that speaks OTLP over HTTP. Each server has a tracer of its own, and nothing is registered for the
 * whole process. If a collector is unreachable, spans are lost and nothing else.
 */
export function openTraces(endpoint: string, client: MongoClient): Traces {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const resource = resourceFromAttributes({ 'service.name': SERVICE })
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] })
  const tracer = provider.getTracer(SERVICE)
  const current = new AsyncLocalStorage<Span>()
  traceDatabase(client, tracer, current)

  const run = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await current.run(span, work)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
  return {
    request(traceparent, work) {
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, callerContext(traceparent))
      return run(span, () =>
        work({
          describe(name, facts) {
            span.updateName(name).setAttributes(facts)
          },
        }),
      )
    },
    part(name, facts, work) {
      const parent = current.getStore()
      return parent ? run(tracer.startSpan(name, { attributes: facts }, contextOf(parent)), work) : work()
    },
    close: () => provider.shutdown(),
  }
}

const contextOf = (parent: Span) => trace.setSpan(ROOT_CONTEXT, parent)

/** The caller's trace; a header that is not valid starts a trace of its own. */
function callerContext(traceparent: string): Context {
  const caller = parseTraceParent(traceparent)
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
}

/** Records the commands that requests send, by name and collection, without their values. */
function traceDatabase(client: MongoClient, tracer: Tracer, current: AsyncLocalStorage<Span>): void {
  const open = new Map<number, Span>()
  client.on('commandStarted', ({ commandName, command, requestId }) => {
    const parent = current.getStore()
    if (!parent) return
    const collection = command[commandName]
    const attributes = {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      ...(typeof collection === 'string' && { 'db.collection.name': collection }),
    }
    const name = typeof collection === 'string' ? `${commandName} ${collection}` : commandName
    open.set(requestId, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, contextOf(parent)))
  })
  const end = (requestId: number, failed: boolean) => {
    const span = open.get(requestId)
    open.delete(requestId)
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  client.on('commandSucceeded', ({ requestId }) => end(requestId, false))
  client.on('commandFailed', ({ requestId }) => end(requestId, true))
}
