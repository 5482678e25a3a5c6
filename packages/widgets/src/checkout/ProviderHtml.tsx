import { useMemo } from 'react'
import { trustedHtml } from '../ui/html/trustedHtml.ts'

/** HTML of the provider. The server has sanitised it: text with simple marks and links, nothing that runs. */
export function ProviderHtml({ html }: { html: string }) {
  const markup = useMemo(() => (html ? { __html: trustedHtml(html) } : undefined), [html])
  return markup ? <span dangerouslySetInnerHTML={markup} /> : null
}
