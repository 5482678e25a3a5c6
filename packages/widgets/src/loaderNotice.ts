import { loaderTexts } from './loaderTexts.ts'

const notices = new WeakMap<Element, Element>()

/**
 * A sentence and a button in an element whose code could not be fetched. The shop's look has not arrived either, so it is written
 * in the page's own.
 */
export function showNotice(element: Element, language: string, retry: () => void): void {
  hideNotice(element)
  const lang = loaderTexts[language] ? language : 'en'
  const [broken = '', again = ''] = loaderTexts[lang] ?? []
  const notice = document.createElement('div')
  const button = document.createElement('button')
  Object.assign(notice, { lang, textContent: broken, role: 'alert' })
  Object.assign(button, { type: 'button', textContent: again, onclick: retry })
  notice.append(' ', button)
  element.append(notice)
  notices.set(element, notice)
}

/** Removes it; the element's own code follows. */
export function hideNotice(element: Element): void {
  notices.get(element)?.remove()
  notices.delete(element)
}
