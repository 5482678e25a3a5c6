/** HTML of the provider. The server has sanitised it: text with simple marks and links, nothing that runs. */
export function ProviderHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on write and on show
  return html ? <span dangerouslySetInnerHTML={{ __html: html }} /> : null
}
