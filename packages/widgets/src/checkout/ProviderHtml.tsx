import { useMemo } from 'react'
import { trustedHtml } from '../ui/html/trustedHtml.ts'

/** The provider's HTML, sanitised by the server: text with simple markup and links, nothing that runs. */
export function ProviderHtml({ html }: { html: string }) {
  const markup = useMemo(() => (html ? { __html: trustedHtml(html) } : undefined), [html])
  return markup ? <span dangerouslySetInnerHTML={markup} /> : null
}
