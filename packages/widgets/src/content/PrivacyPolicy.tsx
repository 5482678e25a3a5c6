import { createContent } from '@portraitkit/core/content/state.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import css from './Content.css?inline'
import { ContentFailed, ContentLoading } from './LoadStates.tsx'
import { messages } from './messages.ts'

/** The provider's privacy policy, with its line breaks (PUB-2). */
export function PrivacyPolicy() {
  useStyles(css)
  const t = useT(messages)
  const { shop, language } = useRoot()
  const content = shop.part(createContent)
  const { status, value } = useSnapshot(content.state.privacyPolicy)
  useEffect(() => void content.loadPrivacyPolicy(), [content, language])
  return (
    <Page width="text" title={t('content.privacyTitle')}>
      {status === 'loading' ? <ContentLoading /> : null}
      {status === 'failed' ? <ContentFailed onRetry={() => void content.loadPrivacyPolicy()} /> : null}
      {status === 'missing' ? (
        <div className="pk-stack">
          <p>{t('content.noPolicy')}</p>
          <div>
            <LinkButton to="contactus">{t('content.contactTitle')}</LinkButton>
          </div>
        </div>
      ) : null}
      {value ? <p className="pk-lines">{value}</p> : null}
    </Page>
  )
}
