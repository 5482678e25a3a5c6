import { useLingui } from '@lingui/react'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { surfaces, type Tag } from '../surfaces.ts'
import { RootLoading } from '../theme/RootStates.tsx'
import { shapeOfTag } from '../theme/shape.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { fetchSurface, forgetSurface } from './fetchSurface.ts'
import { messages } from './messages.ts'

/**
 * Shown as soon as its code has loaded: with Suspense, React would hold it back until the fallback was visible for 0.3 seconds.
 */
function LazySurface({ tag, options, waiting }: SurfaceProps) {
  const [, show] = useState(0)
  const one = fetchSurface(tag)
  const isThere = one.Surface !== undefined || one.failure !== undefined
  useEffect(() => {
    let isCurrent = true
    if (!isThere) void one.pending.then(() => isCurrent && show((times) => times + 1))
    return () => {
      isCurrent = false
    }
  }, [one, isThere])
  if (one.failure !== undefined) throw one.failure
  return one.Surface ? <one.Surface {...options} /> : waiting
}

/**
 * Requests a surface's code again. An engine may remember the failed import, and after an update the file no longer has its old
 * name: if the page itself can be fetched, it is reloaded at the same address.
 */
async function fetchAgain(tag: Tag): Promise<void> {
  try {
    await surfaces[tag].load()
  } catch {
    const isReached = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReached) location.reload()
  }
}

type SurfaceProps = {
  tag: Tag
  options: Record<string, unknown>
  /** Shown until its code has loaded. */
  waiting?: ReactNode
}

/** A surface by its tag. */
export function SurfaceByTag({ tag, options, waiting }: SurfaceProps) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const [, setTries] = useState(0)
  const retry = async () => {
    await fetchAgain(tag)
    forgetSurface(tag)
    // The previous boundary would show its failure for ever.
    setTries((tries) => tries + 1)
  }
  const texts = { failed: t(messages.failed), offline: t(messages.offline), again: t(messages.again) }
  return (
    <ViewBoundary onRetry={retry} texts={texts}>
      <LazySurface
        tag={tag}
        options={options}
        waiting={waiting === undefined ? <RootLoading shape={shapeOfTag(tag)} language={language} /> : waiting}
      />
    </ViewBoundary>
  )
}

type BoundaryProps = {
  texts: { failed: string; offline: string; again: string }
  onRetry: () => Promise<void>
  children: ReactNode
}

/** A view that fails, or whose chunk cannot be fetched, leaves the rest of the shop working. */
class ViewBoundary extends Component<BoundaryProps, { failed: boolean; busy: boolean }> {
  override state = { failed: false, busy: false }

  static getDerivedStateFromError() {
    return { failed: true, busy: false }
  }

  override render() {
    const { texts, children, onRetry } = this.props
    if (!this.state.failed) return children
    const retry = async () => {
      this.setState({ busy: true })
      await onRetry()
      this.setState({ failed: false, busy: false })
    }
    return (
      <div className="pk-page" data-width="text">
        <Notice kind="danger" title={navigator.onLine ? texts.failed : texts.offline} />
        <Button onClick={() => void retry()} busy={this.state.busy}>
          {texts.again}
        </Button>
      </div>
    )
  }
}
