import { snapshot as snapshotOf, subscribe as subscribeTo } from 'valtio/vanilla'

/** Whatever has a state: a part of a shop, or its session. */
type WithState<State extends object> = { readonly state: State }

/**
 * Calls `onChange` after the state of a part has changed, once for all changes of one turn. Returns a function that stops it.
 *
 * ```ts
 * const stop = subscribe(cart, () => show(snapshot(cart).count))
 * ```
 */
export function subscribe({ state }: WithState<object>, onChange: () => void): () => void {
  return subscribeTo(state, onChange)
}

/**
 * The state of a part as it is now: it does not change any more, and is the same object as long as the part's state is the same. For React:
 * `useSyncExternalStore((onChange) => subscribe(cart, onChange), () => snapshot(cart))`.
 */
export function snapshot<State extends object>({ state }: WithState<State>): State {
  return snapshotOf(state) as State
}
