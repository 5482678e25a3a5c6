/**
 * The best of the provider's languages for an
 * `accept-language` header: the tag itself, else another tag of the same main language, else the provider's default. `offered`
 * are language tags.
 */
export function chooseLanguage(header: string, offered: readonly string[], otherwise: string): string {
  for (const wanted of wantedLanguages(header)) {
    const exact = offered.find((tag) => tag.toLowerCase() === wanted)
    if (exact) return exact
    const main = mainOf(wanted)
    const near = offered.find((tag) => mainOf(tag.toLowerCase()) === main)
    if (near) return near
  }
  return otherwise
}

/** Lower-case tags, most wanted first. */
function wantedLanguages(header: string): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => each.trim().match(/^q=([\d.]+)$/)?.[1]).find(Boolean)
      return { tag: tag.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/** Norwegian has two written forms, and `no` means both. */
function mainOf(tag: string): string {
  const [main = ''] = tag.split('-')
  return main === 'nb' || main === 'nn' ? 'no' : main
}
