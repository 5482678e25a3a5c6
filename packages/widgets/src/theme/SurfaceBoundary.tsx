import type { ShopEvents } from '@portraitkit/core/events.ts'
import { Component, type ReactNode } from 'react'
import { RootProblem } from './RootStates.tsx'

type BoundaryProps = {
  tag: string
  /** With another one, such as other options, it tries again. */
  resetKey: unknown
  /** Language tag of the text in place of the surface. */
  language: string
  /** Dispatches `pk-error`; returns false if the page has handled it. */
  dispatch: (detail: ShopEvents['pk-error']) => boolean
  children: ReactNode
}
type BoundaryState = { failed: boolean; resetKey: unknown }

/** Confines an error to its surface: it leaves a sentence and a button, notifies the page, and the page lives. */
export class SurfaceBoundary extends Component<BoundaryProps, BoundaryState> {
  override state = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  override componentDidCatch(error: unknown): void {
    const { tag, dispatch } = this.props
    const message = `<${tag}>: ${error instanceof Error ? error.message : String(error)}`
    const isUnhandled = dispatch({ reason: 'surface.failed', message })
    if (isUnhandled) console.error(`Portraitkit: ${message}`, error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="pk-root">
        <RootProblem language={this.props.language} onRetry={() => this.setState({ failed: false })} />
      </div>
    )
  }
}
