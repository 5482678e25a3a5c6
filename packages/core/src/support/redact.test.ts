import { describe, expect, it } from 'vitest'
import { redactEvent } from './redact.ts'

const own = (text: string) => text === 'Continue'
const element = (tagName: string, attributes: object, childNodes: object[] = [], more = {}) => ({
  type: 2,
  id: 1,
  tagName,
  attributes,
  childNodes,
  ...more,
})
const text = (textContent: string) => ({ type: 3, id: 2, textContent })
const redacted = (node: object) => {
  const event = redactEvent({ type: 2, timestamp: 1, data: { node, initialOffset: { left: 0, top: 0 } } }, own)
  return (event as { data: { node: { attributes: object; childNodes: object[] } } }).data.node
}
const changed = (data: object) => redactEvent({ type: 3, timestamp: 1, data }, own) as { data: object } | undefined

describe('the recorded content of a page', () => {
  it("[PUB-6] is the shop's own words, with stars for all others", () => {
    const { childNodes } = redacted(element('p', {}, [text('Emma Carter, 4B'), text(' Continue '), text('\n ')]))
    expect(childNodes).toEqual([text('**** ******* **'), text(' Continue '), text('\n ')])
  })

  it.each([
    ['img', { src: '/images/1?signature=x', srcset: '/a 2x', alt: 'Emma', class: 'pk-picture', rr_width: '10px' }],
    ['a', { href: '/my-account/picture-sets/1', title: 'Emma', 'aria-label': 'Emma', class: 'pk-picture' }],
    [
      'div',
      { id: 'emma', 'data-name': 'Emma', 'data-src': '/images/1?a=b', 'data-kind': 'primary', class: 'pk-picture' },
    ],
    ['image', { href: '/images/1', 'xlink:href': '/images/1', d: 'M0 0', class: 'pk-picture' }],
  ])('[PUB-6] has no address and no name in an attribute of %s', (tagName, attributes) => {
    const { attributes: redactedAttributes } = redacted(element(tagName, attributes))
    expect(redactedAttributes).toMatchObject({ class: 'pk-picture' })
    expect(JSON.stringify(redactedAttributes)).not.toMatch(/emma|images|\/a |M0/i)
  })

  it('has only the length of a field', () => {
    expect(redacted(element('input', { type: 'hidden', value: 'Emma', placeholder: 'Emma' })).attributes).toEqual({
      type: 'hidden',
      value: '****',
    })
    expect(changed({ source: 5, id: 3, text: 'Emma', isChecked: false, more: 'Emma' })?.data).toEqual({
      source: 5,
      id: 3,
      text: '****',
      isChecked: false,
    })
  })

  it('has styles without addresses', () => {
    const css =
      '@import "https://a.example/b.css"; p { background: url("/images/1?x") no-repeat, url(data:image/png;base64,AA) }'
    const { attributes, childNodes } = redacted(element('style', { _cssText: css }, [text(css)]))
    for (const value of [attributes, childNodes, changed({ source: 15, styles: [{ rules: [{ rule: css }] }] })])
      expect(JSON.stringify(value)).not.toMatch(/images|base64|example/)
    const diff = { source: 0, texts: [], removes: [], adds: [] }
    const set = { 'background-image': ['url(/images/1)', 'important'], color: 'red', top: false }
    expect(changed({ ...diff, attributes: [{ id: 1, attributes: { style: set } }] })?.data).toMatchObject({
      attributes: [{ attributes: { style: { 'background-image': ['none', 'important'], color: 'red', top: false } } }],
    })
  })

  it('is redacted in later additions and changes as in the first snapshot', () => {
    const change = changed({
      source: 0,
      removes: [{ parentId: 1, id: 2 }],
      texts: [{ id: 1, value: 'Emma' }],
      attributes: [{ id: 1, attributes: { src: '/images/1', alt: null, class: 'a' } }],
      adds: [{ parentId: 1, nextId: null, node: element('p', { title: 'Emma' }, [text('Emma')]) }],
    })
    expect(change?.data).toEqual({
      source: 0,
      removes: [{ parentId: 1, id: 2 }],
      texts: [{ id: 1, value: '****' }],
      attributes: [{ id: 1, attributes: { alt: null, class: 'a' } }],
      adds: [{ parentId: 1, nextId: null, node: element('p', {}, [text('****')]) }],
    })
  })

  it('has the page’s address without its query', () => {
    const href = (address: string) =>
      (redactEvent({ type: 4, timestamp: 1, data: { href: address, width: 1, height: 2 } }, own) as { data: object })
        .data
    expect(href('https://a.example/enter-code?code=MAPLE7#token')).toEqual({
      href: 'https://a.example/enter-code',
      width: 1,
      height: 2,
    })
    expect(href('https://a.example/#/enter-code?code=MAPLE7')).toMatchObject({ href: 'https://a.example/#/enter-code' })
  })

  it.each([
    ['a drawing on a canvas', { source: 9, id: 1, commands: [] }],
    ['a font', { source: 10, family: 'Emma', fontSource: 'url(x)' }],
    ['what a console said', { source: 11, payload: ['Emma'] }],
    ['anything new', { source: 99 }],
  ])('excludes %s', (_what, data) => {
    expect(changed(data)).toBeUndefined()
    expect(redactEvent({ type: 5, timestamp: 1, data: { tag: 'Emma' } }, own)).toBeUndefined()
  })
})
