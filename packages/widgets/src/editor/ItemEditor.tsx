import type { EditedItem } from '@portraitkit/core/editor/opening.ts'
import { createEditor, type Editor } from '@portraitkit/core/editor/state.ts'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../root.tsx'
import canvasCss from './Canvas.css?inline'
import css from './Editor.css?inline'
import type { ItemWays } from './EditorFrame.tsx'
import { EditorSkeleton, Opened } from './EditorSurface.tsx'
import { messages } from './messages.ts'
import toolsCss from './Tools.css?inline'
import type { EditorRules } from './useEditor.ts'

export type ItemEditorProps = ItemWays & { item: EditedItem; rules: EditorRules }

/** The template editor inside another page, for a design that the page keeps. It begins with the item that it was first given. */
export function ItemEditor({ item, rules, ...ways }: ItemEditorProps) {
  useStyles(css)
  useStyles(canvasCss)
  useStyles(toolsCss)
  const t = useT(messages)
  const { shop } = useRoot()
  const [editor, setEditor] = useState<Editor>()
  useEffect(() => {
    const made = createEditor(shop, { item })
    setEditor(made)
    void made.open()
    return () => void made.close()
  }, [shop])
  if (!editor) return <EditorSkeleton label={t('editor.loading')} />
  return <Arrived editor={editor} rules={rules} ways={ways} />
}

/** The title takes the focus that the button had which opened the editor. */
function Arrived({ editor, rules, ways }: { editor: Editor; rules: EditorRules; ways: ItemWays }) {
  const place = useRef<HTMLDivElement>(null)
  const { status } = useSnapshot(editor.state)
  useEffect(() => {
    if (status === 'ready') place.current?.querySelector<HTMLElement>('[data-title]')?.focus({ preventScroll: true })
  }, [status])
  return (
    <div ref={place}>
      <Opened editor={editor} rules={rules} ways={ways} />
    </div>
  )
}
