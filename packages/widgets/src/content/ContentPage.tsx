import { useLingui } from '@lingui/react'
import type { PageModule } from '@portraitkit/core/content/contract.ts'
import { createContent } from '@portraitkit/core/content/state.ts'
import { FileQuestionMark } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { CategoryTiles } from '../browsing/CategoryTiles.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import css from './Content.css?inline'
import { ContentFailed, ContentLoading } from './LoadStates.tsx'
import { messages } from './messages.ts'
import { PageLink, PagePicture, RichHtml } from './PageParts.tsx'
import { Slider } from './Slider.tsx'

/** A page that the provider built from modules (PUB-3). */
export function ContentPage({ page = '' }: { page?: string | undefined }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const content = shop.part(createContent)
  const loaded = useSnapshot(content.state).pages[page]
  useEffect(() => {
    if (page) void content.loadPage(page)
  }, [content, page, language])
  // Without a name nothing is requested.
  if (!page || loaded?.status === 'missing') {
    return (
      <Empty icon={FileQuestionMark} title={t(messages.missing)}>
        <LinkButton to="frontpage">{t(messages.toFrontPage)}</LinkButton>
      </Empty>
    )
  }
  const modules = loaded?.value as readonly PageModule[] | null | undefined
  // The first title is the page's heading; the others are headings of its parts.
  const heading = modules?.find(({ type }) => type === 'Title')?.id
  return (
    <article className="pk-page pk-modules" part="page">
      {!loaded || loaded.status === 'loading' ? <ContentLoading /> : null}
      {loaded?.status === 'failed' ? <ContentFailed onRetry={() => void content.loadPage(page)} /> : null}
      {modules?.map((module) => (
        <Module key={module.id} module={module} isHeading={module.id === heading} />
      ))}
    </article>
  )
}

function Module({ module, isHeading }: { module: PageModule; isHeading: boolean }) {
  switch (module.type) {
    case 'Slider':
      return <Slider slides={module.slides} />
    case 'PromoteCategory':
      return <CategoryTiles except="photobook" />
    case 'Title':
      return isHeading ? <h1>{module.text}</h1> : <h2>{module.text}</h2>
    case 'Paragraph':
      return module.html === undefined ? <Lines text={module.text ?? ''} /> : <RichHtml html={module.html} />
    case 'Image':
      return (
        <figure className="pk-module-image">
          {module.link ? (
            <PageLink href={module.link.href} newWindow={module.link.newWindow}>
              <PagePicture src={module.src} alt={module.alt} />
            </PageLink>
          ) : (
            <PagePicture src={module.src} alt={module.alt} />
          )}
        </figure>
      )
    case 'RichText':
      return <RichHtml html={module.html} />
    case 'Unknown':
      return <Unknown name={module.name} />
  }
}

/** Plain text, one paragraph per line. */
function Lines({ text }: { text: string }) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return (
    <div className="pk-rich">
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}

/** A module that only a later version can show leaves its name in the page's source and shows nothing. */
function Unknown({ name }: { name: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(new Comment(` ${name} `)), [name])
  return <span ref={place} hidden />
}
