import { useLingui } from '@lingui/react'
import { createContent } from '@portraitkit/core/content/state.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import css from './Content.css?inline'
import { ContentFailed, ContentLoading } from './LoadStates.tsx'
import { messages } from './messages.ts'

/** The provider's privacy policy, with its line breaks (PUB-2). */
export function PrivacyPolicy() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const content = shop.part(createContent)
  const { status, value } = useSnapshot(content.state.privacyPolicy)
  useEffect(() => void content.loadPrivacyPolicy(), [content, language])
  return (
    <Page width="text" title={t(messages.privacyTitle)}>
      {status === 'loading' ? <ContentLoading /> : null}
      {status === 'failed' ? <ContentFailed onRetry={() => void content.loadPrivacyPolicy()} /> : null}
      {status === 'missing' ? (
        <div className="pk-stack">
          <p>{t(messages.noPolicy)}</p>
          <div>
            <LinkButton to="contactus">{t(messages.contactTitle)}</LinkButton>
          </div>
        </div>
      ) : null}
      {value ? <p className="pk-lines">{value}</p> : null}
    </Page>
  )
}
