/** Where a file of a template's drawing lies in the blob store. */
export function assetKey(provider: string, hash: string, name: string): string {
  return `${provider}/template-assets/${hash}/${name}`
}
