import type { Resource } from '@portraitkit/core/template/design.ts'

/** Uuids of the pictures in a design's slots. */
export function picturesIn(resources: readonly Resource[]): string[] {
  return resources.flatMap((resource) => (resource.type === 'IMAGE' && resource.image ? [resource.image.uuid] : []))
}
