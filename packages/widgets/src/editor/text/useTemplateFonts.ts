import { familiesOf } from '@portraitkit/core/template/fontList.ts'
import { useEffect } from 'react'
import { useRoot } from '../../rootContext.ts'
import { useEditor } from '../useEditor.ts'

/** The name under which the page knows a template font. */
export function fontFace(family: string): string {
  return `pk-template-${family.toLowerCase().replaceAll(' ', '-')}`
}

/**
 * Registers the templates' fonts with the page, so that font names appear in their own font; each is fetched when it is first
 * visible.
 */
export function useTemplateFonts(): void {
  const { shop } = useRoot()
  const { editor } = useEditor()
  useEffect(() => {
    let isCurrent = true
    editor.typesetter.fonts().then(
      (list) => {
        if (!isCurrent) return
        for (const family of familiesOf(list)) {
          const [plainest] = list.families[family] ?? []
          if (plainest) offer(fontFace(family), `${shop.api}${plainest.address}`)
        }
      },
      // Without the list, the names appear in the page's own font.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [editor, shop])
}

function offer(name: string, address: string): void {
  for (const face of document.fonts) if (face.family.replaceAll('"', '') === name) return
  document.fonts.add(new FontFace(name, `url("${address}") format("woff2")`, { display: 'swap' }))
}
