import type { Route } from '@portraitkit/core/routes.ts'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useT } from '../locales/useT.ts'
import { type SurfaceComponent, surfaces, type Tag } from '../surfaces.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { messages } from './messages.ts'
import { views } from './views.ts'

const lazySurfaces = new Map<Tag, SurfaceComponent>()

/** The surface of a tag, its chunk fetched at its first rendering. */
function lazySurface(tag: Tag): SurfaceComponent {
  const known = lazySurfaces.get(tag)
  if (known) return known
  const made = lazy(async () => ({ default: await surfaces[tag].load() })) as unknown as SurfaceComponent
  lazySurfaces.set(tag, made)
  return made
}

/** A surface by its tag. */
export function SurfaceOf({
  tag,
  options,
  waiting = <div className="pk-root-waiting" aria-busy="true" />,
}: {
  tag: Tag
  options: Record<string, unknown>
  /** Stands there until its code has come. */
  waiting?: ReactNode
}) {
  const t = useT(messages)
  const Surface = lazySurface(tag)
  return (
    <ViewBoundary onRetry={() => lazySurfaces.delete(tag)} text={t('shop.viewFailed')} again={t('shop.again')}>
      <Suspense fallback={waiting}>
        <Surface {...options} />
      </Suspense>
    </ViewBoundary>
  )
}

/** The surface that stands at a route. */
export function ViewOf({ route, query }: { route: Route; query: string }) {
  const view = views[route.name]
  if (!view) return null
  const options = view.options?.(route.params, new URLSearchParams(query)) ?? {}
  return (
    <>
      <SurfaceOf key={`${view.tag} ${JSON.stringify(route.params)}`} tag={view.tag} options={options} />
      {view.below ? <SurfaceOf key={view.below} tag={view.below} options={{}} waiting={null} /> : null}
    </>
  )
}

type BoundaryProps = { text: string; again: string; onRetry: () => void; children: ReactNode }

/** A view that fails, or whose chunk cannot be fetched, leaves the rest of the shop standing. */
class ViewBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const retry = () => {
      this.props.onRetry()
      this.setState({ failed: false })
    }
    return (
      <div className="pk-page" data-width="text">
        <Notice kind="danger" title={this.props.text} />
        <Button onClick={retry}>{this.props.again}</Button>
      </div>
    )
  }
}
