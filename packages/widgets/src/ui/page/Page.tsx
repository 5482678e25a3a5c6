import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../controls/Button.tsx'

export type PageProps = {
  title: ReactNode
  /** A sentence under the title. */
  lead?: ReactNode
  /** `form` for one column of fields, `text` for reading, `wide` for pictures. */
  width?: 'form' | 'text' | 'wide'
  back?: { to: RouteName; params?: RouteParams; label: string }
  children: ReactNode
}

/** A view of the shop: the link back, one heading, and its content laid out for its width. */
export function Page({ title, lead, width = 'wide', back, children }: PageProps) {
  return (
    <div className="pk-page" part="page" data-width={width}>
      <header className="pk-page-head">
        {back ? (
          <LinkButton to={back.to} look="back" icon={ArrowLeft} {...(back.params ? { params: back.params } : {})}>
            {back.label}
          </LinkButton>
        ) : null}
        <h1>{title}</h1>
        {lead ? <p className="pk-lead">{lead}</p> : null}
      </header>
      {children}
    </div>
  )
}
