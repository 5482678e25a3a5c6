import { routeOf } from '@portraitkit/core/routes.ts'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useRoot } from '../rootContext.ts'
import { trustedHtml } from '../ui/html/trustedHtml.ts'

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'>

/** Pictures and links of a page: relative paths belong to the shop, wherever the page is. */
function useAddresses() {
  const { shop, hrefOf, navigate } = useRoot()
  return useMemo(() => {
    const isOwn = (address: string) => address.startsWith('/')
    const routeAt = (href: string) => (isOwn(href) ? routeOf(href) : undefined)
    return {
      picture: (src: string) => (isOwn(src) ? `${shop.api}${src}` : src),
      link(href: string) {
        const route = routeAt(href)
        return route ? hrefOf(route.name, route.params) : isOwn(href) ? `${shop.api}${href}` : href
      },
      /** A plain click on a link to a view of the shop navigates without a page load. */
      follow(event: Click, href: string) {
        const route = routeAt(href)
        if (!route || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        navigate(route.name, route.params)
      },
    }
  }, [shop, hrefOf, navigate])
}

type PageLinkProps = { href: string; newWindow?: boolean; look?: 'text' | 'button'; children: ReactNode }

/** A link as a provider wrote it: into the shop or elsewhere. */
export function PageLink({ href, newWindow = false, look = 'text', children }: PageLinkProps) {
  const { link, follow } = useAddresses()
  return (
    <a
      href={link(href)}
      {...(look === 'button' ? { className: 'pk-button', 'data-kind': 'secondary' } : {})}
      {...(newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      onClick={(event) => newWindow || follow(event, href)}
    >
      {children}
    </a>
  )
}

export function PagePicture({ src, alt, eager = false }: { src: string; alt: string; eager?: boolean }) {
  return (
    <img
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
    />
  )
}

/** The provider's HTML, sanitised by the server: text and pictures, nothing that runs. */
export function RichHtml({ html }: { html: string }) {
  const addresses = useAddresses()
  const markup = useMemo(() => ({ __html: trustedHtml(withOwnPaths(html, addresses)) }), [html, addresses])
  const node = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = event.target instanceof Element && event.target.closest('a')?.dataset.href
      if (href) addresses.follow(event, href)
    }
    const { current } = node
    current?.addEventListener('click', follow)
    return () => current?.removeEventListener('click', follow)
  }, [addresses])
  return <div ref={node} className="pk-rich" dangerouslySetInnerHTML={markup} />
}

/** HTML with the shop's relative paths made absolute. Parsed in a template, where nothing is loaded. */
function withOwnPaths(html: string, { picture, link }: ReturnType<typeof useAddresses>): string {
  const template = document.createElement('template')
  template.innerHTML = trustedHtml(html)
  for (const image of template.content.querySelectorAll('img')) {
    image.setAttribute('src', picture(image.getAttribute('src') ?? ''))
    image.setAttribute('loading', 'lazy')
    image.setAttribute('referrerpolicy', 'no-referrer')
  }
  for (const anchor of template.content.querySelectorAll('a[href]')) {
    const href = anchor.getAttribute('href') ?? ''
    anchor.setAttribute('href', link(href))
    anchor.setAttribute('data-href', href)
  }
  return template.innerHTML
}
