import type { Page } from 'playwright-core'

/** What a story shows in the pseudo-language. */
export type ShownTexts = {
  /** Every text, label and placeholder. */
  texts: string[]
  /** Texts of which a part is outside of what their box shows. */
  cut: string[]
}

/** The texts of a story that the page shows. */
export function readShownTexts(page: Page): Promise<ShownTexts> {
  return page.evaluate(() => {
    const roots = [...document.querySelectorAll('#storybook-root *')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const nodes = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>('.pk-root *')])
    const textsIn = (node: Element) =>
      [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim())
    // `content: …` of a list, and what only a screen reader reads, has no box that could cut it
    const isHidden = (node: Element) => !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isForReaders = (style: CSSStyleDeclaration) => style.clipPath !== 'none' || style.clip !== 'auto'

    function isCut(node: Element, text: Node): boolean {
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
      for (let holder: Element | null = node; holder; holder = holder.parentElement) {
        const style = getComputedStyle(holder)
        if (isForReaders(style)) return false
        const { left, right, top, bottom } = holder.getBoundingClientRect()
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false
        const clips = (overflow: string) => /hidden|clip/.test(overflow)
        // a line is as high as the tallest letter of any font, which no text fills
        const slack = 0.25 * Number.parseFloat(style.fontSize)
        if (clips(style.overflowX) && boxes.some((box) => box.left < left - 1 || box.right > right + 1)) return true
        if (clips(style.overflowY) && boxes.some((box) => box.top < top - slack || box.bottom > bottom + slack))
          return true
      }
      return boxes.some((box) => box.left < -1 || box.right > innerWidth + 1)
    }

    const visible = nodes.filter((node) => !isHidden(node) && !/^(?:style|script)$/i.test(node.tagName))
    const fields = visible.filter((node) => node.matches('input:not([type=checkbox], [type=radio], [type=range])'))
    const spoken = ['label', 'description', 'roledescription', 'valuetext', 'placeholder', 'braillelabel']
    const attributes = [
      'alt',
      'placeholder',
      'title',
      'aria-brailleroledescription',
      ...spoken.map((one) => `aria-${one}`),
    ]
    return {
      texts: visible.flatMap((node) => [
        ...textsIn(node).map((text) => text.nodeValue ?? ''),
        ...attributes.flatMap((name) => node.getAttribute(name) ?? []),
      ]),
      cut: [
        ...visible.flatMap((node) =>
          textsIn(node)
            .filter((text) => isCut(node, text))
            .map((text) => text.nodeValue ?? ''),
        ),
        ...fields
          .filter((node) => node.scrollWidth > node.clientWidth + 1)
          .map((node) => `field ${(node as HTMLInputElement).placeholder}`),
      ],
    }
  })
}
