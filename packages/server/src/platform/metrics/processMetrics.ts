import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * Memory, processor time, open files, garbage collection and the delay of the event loop. They belong to the process, not to a
 * server in it, and cost a timer: they are measured from the first time that somebody asks for them.
 */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
