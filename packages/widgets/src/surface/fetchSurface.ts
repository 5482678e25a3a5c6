import { type SurfaceComponent, surfaces, type Tag } from '../surfaces.ts'

/** A surface whose code is on its way, has come, or did not come. */
type Fetched = { pending: Promise<void>; Surface?: SurfaceComponent; failure?: unknown }

const fetched = new Map<Tag, Fetched>()

/** The surface of a tag, its code fetched when it is first asked for. What has come can be shown at once. */
export function fetchSurface(tag: Tag): Fetched {
  const known = fetched.get(tag)
  if (known) return known
  const made: Fetched = {
    pending: surfaces[tag].load().then(
      (Surface) => {
        made.Surface = Surface as SurfaceComponent
      },
      (failure) => {
        made.failure = failure ?? new Error(`${tag} did not come`)
      },
    ),
  }
  fetched.set(tag, made)
  return made
}

/** Lets a surface that did not come be fetched again. */
export function forgetSurface(tag: Tag): void {
  fetched.delete(tag)
}
