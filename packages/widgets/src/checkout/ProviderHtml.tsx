/** HTML of the provider. The server has sanitised it: text with simple marks and links, nothing that runs. */
export function ProviderHtml({ html }: { html: string }) {
  return html ? <span dangerouslySetInnerHTML={{ __html: html }} /> : null
}
