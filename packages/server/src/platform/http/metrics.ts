import { createServer, type Server } from 'node:http'
import { isLoopbackHost } from './knownHost.ts'
import { NO_PAGE_POLICY } from './protectPage.ts'

/** Metrics for operators: requests by kind of answer, with their total duration, and lines that others add. */
export type Metrics = {
  count(status: number, ms: number): void
  /** Adds lines to the text. `lines` is called for each text. */
  add(lines: () => readonly string[]): void
  /** In Prometheus' text format. */
  text(): string
}

export function createMetrics(): Metrics {
  const byStatus = new Map<string, number>()
  let milliseconds = 0
  const added: Array<() => readonly string[]> = []
  return {
    count(status, ms) {
      const kind = `${Math.floor(status / 100)}xx`
      byStatus.set(kind, (byStatus.get(kind) ?? 0) + 1)
      milliseconds += ms
    },
    add(lines) {
      added.push(lines)
    },
    text() {
      const { rss, heapUsed } = process.memoryUsage()
      return [
        '# TYPE http_requests_total counter',
        ...[...byStatus].map(([kind, count]) => `http_requests_total{status="${kind}"} ${count}`),
        '# TYPE http_request_seconds_total counter',
        `http_request_seconds_total ${(milliseconds / 1000).toFixed(3)}`,
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${rss}`,
        '# TYPE nodejs_heap_used_bytes gauge',
        `nodejs_heap_used_bytes ${heapUsed}`,
        '# TYPE process_uptime_seconds gauge',
        `process_uptime_seconds ${process.uptime().toFixed(0)}`,
        ...added.flatMap((lines) => lines()),
        '',
      ].join('\n')
    },
  }
}

/** The operators' page, on a separate address that cannot be reached from outside the machine. */
export function createAdminServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (!isLoopbackHost(request)) {
      response.writeHead(421, headersOf('text/plain')).end('Misdirected request\n')
      return
    }
    const found = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(found ? 200 : 404, headersOf('text/plain; version=0.0.4'))
    response.end(found ? metrics.text() : 'Not found\n')
  })
}

const headersOf = (type: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': NO_PAGE_POLICY,
})
