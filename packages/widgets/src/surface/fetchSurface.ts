import { textsOfNewCode } from '../locales/i18n.ts'
import { type SurfaceComponent, surfaces, type Tag } from '../surfaces.ts'

/** A surface whose code is loading, has loaded, or has failed to load. */
type Fetched = { pending: Promise<void>; Surface?: SurfaceComponent; failure?: unknown }

const fetched = new Map<Tag, Fetched>()

/** The surface of a tag; its code is fetched on the first request. Loaded code can be shown at once. */
export function fetchSurface(tag: Tag): Fetched {
  const known = fetched.get(tag)
  if (known) return known
  const made: Fetched = {
    pending: fetchWithTexts(tag).then(
      (Surface) => {
        made.Surface = Surface
      },
      (failure) => {
        made.failure = failure ?? new Error(`${tag} could not be fetched`)
      },
    ),
  }
  fetched.set(tag, made)
  return made
}

async function fetchWithTexts(tag: Tag): Promise<SurfaceComponent> {
  const Surface = (await surfaces[tag].load()) as SurfaceComponent
  await textsOfNewCode()
  return Surface
}

/** Lets a surface that failed to load be fetched again. */
export function forgetSurface(tag: Tag): void {
  fetched.delete(tag)
}
