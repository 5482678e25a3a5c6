/** The key of a template's drawing in the blob store. */
export function assetKey(provider: string, hash: string, name: string): string {
  return `${provider}/template-assets/${hash}/${name}`
}
