import { isProduct, type Source } from './sources.ts'

/** The reason of a failure with its status and its text: `'cart.full': { status: 409, text: … }`. */
const DECLARATION = /(?:^\s*|[{,]\s*)(?:'([\w-]+(?:\.[\w-]+)+)'|(\w+)): \{\s*status: \d{3},\s*text:/gm
const THROWN = /\bnew Failure\(\s*'([\w.-]+)'/g
const WORD = /'([\w-]+(?:\.[\w-]+)*)'/g
const FAULTS = /^packages\/core\/src\/(?:formFaults|inputFaults)\.ts$/
const FAULT = /^ {2}(?:'([\w-]+)'|(\w+)): msg\(/gm

/**
 * Each reason of a failure is declared in one place of core, and the server gives it; the server gives none that is not declared.
 * The same of the faults of a field.
 */
export function checkFailures(sources: readonly Source[]): string[] {
  const product = sources.filter(({ path }) => isProduct(path))
  const server = product.filter(({ path }) => path.startsWith('packages/server/src/'))
  const declared = placesOf(product, DECLARATION)
  const thrown = placesOf(server, THROWN)
  const inServer = new Set(placesOf(server, WORD).map(({ name }) => name))
  // A page's own check of a form finds the faults that the server finds with the same code of core.
  const core = product.filter(({ path }) => path.startsWith('packages/core/src/') && !FAULTS.test(path))
  const named = new Set([...inServer, ...placesOf(core, WORD).map(({ name }) => name)])
  const faults = placesOf(
    product.filter(({ path }) => FAULTS.test(path)),
    FAULT,
  )
  return [
    ...repeatedIn(declared),
    ...declared
      .filter(({ path }) => !path.startsWith('packages/core/'))
      .map(({ name, path }) => `${path} declares ${name}, which belongs into core`),
    ...thrown
      .filter(({ name }) => !declared.some((each) => each.name === name))
      .map(({ name, path }) => `${path} throws ${name}, which is not declared`),
    ...declared
      .filter(({ name }) => !inServer.has(name))
      .map(({ name, path }) => `${path} declares ${name}, which the server never gives`),
    ...repeatedIn(faults),
    ...faults
      .filter(({ name }) => !named.has(name))
      .map(({ name, path }) => `${path} declares ${name}, which nothing finds`),
  ]
}

type Place = { name: string; path: string }

function placesOf(sources: readonly Source[], pattern: RegExp): Place[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name, plain = '']) => ({ name: name ?? plain, path })),
  )
}

function repeatedIn(declared: readonly Place[]): string[] {
  return [...new Set(declared.map(({ name }) => name))].flatMap((name) => {
    const paths = declared.filter((each) => each.name === name).map(({ path }) => path)
    return paths.length > 1 ? [`${name} is declared ${paths.length} times: ${paths.join(', ')}`] : []
  })
}
