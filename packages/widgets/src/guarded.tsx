import { type ComponentType, useRef } from 'react'
import { useRoot } from './rootContext.ts'
import { SurfaceBoundary } from './theme/SurfaceBoundary.tsx'

/**
 * A surface as the package for React has it: if it breaks, it says so in its place, and neither the other surfaces nor the page around
 * break with it. With other properties it tries again.
 */
export function guarded<Props extends object>(tag: string, Surface: ComponentType<Props>): ComponentType<Props> {
  function Guarded(props: Props) {
    const { emit, language } = useRoot()
    const latest = useRef(props)
    if (!areSame(latest.current, props)) latest.current = props
    return (
      <SurfaceBoundary
        tag={tag}
        resetKey={latest.current}
        language={language}
        dispatch={(detail) => emit('pk-error', detail)}
      >
        <Surface {...props} />
      </SurfaceBoundary>
    )
  }
  return Guarded
}

/** Whether properties have the same values, as a page that renders again passes them. */
function areSame(one: object, other: object): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.is(Reflect.get(one, name), Reflect.get(other, name)))
  )
}
