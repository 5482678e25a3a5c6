/** What an operator may read about a piece of work: names and numbers, nothing personal. */
export type TraceFacts = Readonly<Record<string, string | number>>

/** A piece of work that is being traced. */
export type TracedWork = {
  /** Its final name, and facts that are known at the end. */
  describe(name: string, facts: TraceFacts): void
}

/** Records what happens during a request, if the operator has configured where to send that. */
export type Traces = {
  /** Records a request. `traceparent` is the caller's header of that name, if any (W3C Trace Context). */
  request<T>(traceparent: string, work: (traced: TracedWork) => Promise<T>): Promise<T>
  /** Records a part of the current request; outside a request nothing. */
  part<T>(name: string, facts: TraceFacts, work: () => Promise<T>): Promise<T>
  /** Sends what is recorded. */
  close(): Promise<void>
}

const untraced: TracedWork = { describe: () => undefined }

/** Without configuration nothing is recorded, and nothing of OpenTelemetry is loaded. */
export const noTraces: Traces = {
  request: (_traceparent, work) => work(untraced),
  part: (_name, _facts, work) => work(),
  close: async () => undefined,
}
