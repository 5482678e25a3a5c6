import { posix } from 'node:path'
import type { Site } from './build.ts'

/** Broken links of the site: to no file of it, or to no anchor on a page. */
export function brokenLinks(site: Site): string[] {
  const pages = [...site].flatMap(([name, content]) =>
    typeof content === 'string' && isPage(name) ? [{ name, content }] : [],
  )
  const ids = new Map(pages.map(({ name, content }) => [name, new Set(attributes(content, 'id'))]))
  return pages.flatMap(({ name, content }) =>
    [...attributes(content, 'href'), ...attributes(content, 'src')]
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path ? posix.join(posix.dirname(name), decodeURI(path)) : name
        if (!site.has(target)) return true
        return anchor !== undefined && !ids.get(target)?.has(decodeURIComponent(anchor))
      })
      .map((link) => `${name}: ${link}`),
  )
}

const isPage = (name: string): boolean => name.endsWith('.html')

/** The values of an attribute, as in tags: displayed code has no tags of its own. */
function attributes(html: string, name: string): string[] {
  const tags = html.match(/<[a-z][^>]*>/g) ?? []
  return tags.flatMap((tag) => {
    const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
    return value === undefined ? [] : [value.replaceAll('&amp;', '&')]
  })
}
