import type { App } from '../../../platform/app.ts'

/** The pictures with one of these subjects that are paid for and not printed yet. */
export async function picturesToPrint(
  app: App,
  provider: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    app.features.map(({ picturesToPrint: ofFeature }) => ofFeature?.(app, provider, subjects)),
  )
  return new Set(found.flatMap((uuids) => uuids ?? []))
}
