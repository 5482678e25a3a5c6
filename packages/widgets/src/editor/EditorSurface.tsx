import { useLingui } from '@lingui/react'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import { createChangeNotifier } from '@portraitkit/core/editor/saving/changeNotifier.ts'
import { createEditor, type Editor } from '@portraitkit/core/editor/state.ts'
import { subjectChangeOf } from '@portraitkit/core/jobs/subjectChange.ts'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { RequireLineOwner } from '../cart/lineOwner/RequireLineOwner.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useLivePage } from '../useLivePage.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { editorCss } from './editorCss.ts'
import { EditedItemContext, type EditedItemValue, type ItemCallbacks } from './itemContext.ts'
import { messages } from './messages.ts'
import type { EditorRules } from './useEditor.ts'

export type EditorProps = {
  product?: string | undefined
  template?: string | undefined
  orderLine?: string | undefined
  updateLabel?: string | undefined
  allowTemplateChange?: boolean | undefined
  allowSubjectChange?: number | undefined
}

/** The template editor: for a new card, for a line of the cart, or for an item of the package page around it. */
export function EditorSurface(props: EditorProps) {
  useStyles(editorCss)
  const { _: t } = useLingui()
  const edited = useContext(EditedItemContext)
  if (edited) return <ItemEditor edited={edited} />
  if (!props.orderLine && !(props.product && props.template))
    throw new Error('the options product and template, or order-line, are missing')
  return (
    <RequireLineOwner
      key={props.orderLine}
      orderLine={props.orderLine}
      waiting={<EditorSkeleton label={t(messages.loading)} />}
    >
      <StandaloneEditor {...props} />
    </RequireLineOwner>
  )
}

function StandaloneEditor(props: EditorProps) {
  const { product, template, orderLine, updateLabel, allowTemplateChange = false, allowSubjectChange } = props
  const { _: t } = useLingui()
  const { editor, key } = useOpenEditor({ product, template, orderLine })
  const rules = useMemo<EditorRules>(
    () => ({ templateChange: allowTemplateChange, subjectChange: subjectChangeOf(allowSubjectChange) }),
    [allowTemplateChange, allowSubjectChange],
  )
  return editor ? (
    <EditorContent key={key} editor={editor} updateLabel={updateLabel} rules={rules} isLine={orderLine !== undefined} />
  ) : (
    <EditorSkeleton label={t(messages.loading)} />
  )
}

/** Keeps the item that it was first given. */
function ItemEditor({ edited: { item, rules, ...ways } }: { edited: EditedItemValue }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const changed = useRef(ways.onChange)
  changed.current = ways.onChange
  useEffect(() => {
    const made = createEditor(shop, { item })
    setEditor(made)
    let isCurrent = true
    const notify = createChangeNotifier((design) => changed.current?.(design))
    const stopNotifying = subscribe(made.state, () => notify(made.state.instance))
    // The title takes the focus from the button that opened the editor.
    const arrive = () =>
      isCurrent && requestAnimationFrame(() => titleIn(place.current)?.focus({ preventScroll: true }))
    void made.open().then(arrive)
    return () => {
      isCurrent = false
      stopNotifying()
      void made.close()
    }
  }, [shop])
  return (
    <div ref={place}>
      {editor ? (
        <EditorContent editor={editor} rules={rules} ways={ways} />
      ) : (
        <EditorSkeleton label={t(messages.loading)} />
      )}
    </div>
  )
}

const titleIn = (node: HTMLElement | null) => node?.querySelector<HTMLElement>('[data-title]')

type EditorTarget = { product: string | undefined; template: string | undefined; orderLine: string | undefined }

/** The editor of the target, undefined until it is created, and a key for it. */
function useOpenEditor(target: EditorTarget): { editor: Editor | undefined; key: string } {
  const latest = useRef(target)
  const current = useRef(target)
  const open = useRef<Editor>(undefined)
  if (keyOf(target) !== keyOf(latest.current)) {
    latest.current = target
    // When the address follows a change of the design, it names the design that is already open.
    const instance = open.current?.state.instance
    if (target.orderLine || target.product !== instance?.product || target.template !== instance?.definition.uuid) {
      current.current = target
    }
  }
  const of = current.current
  const editor = useLivePage(of, (shop, { product = '', template = '', orderLine }) =>
    createEditor(shop, orderLine ? { orderLine } : { product, template }),
  )
  if (editor) open.current = editor
  return { editor, key: keyOf(of) }
}

const keyOf = ({ product, template, orderLine }: EditorTarget) => orderLine ?? `${product} ${template}`

type EditorContentProps = {
  editor: Editor
  updateLabel?: string | undefined
  rules: EditorRules
  ways?: ItemCallbacks | undefined
  /** True for a line of the cart. */
  isLine?: boolean
}

function EditorContent({ editor, updateLabel, rules, ways, isLine = false }: EditorContentProps) {
  const { _: t } = useLingui()
  const state = useSnapshot(editor.state) as EditorState
  if (state.status === 'loading') return <EditorSkeleton label={t(messages.loading)} />
  if (state.status === 'failed' || !state.instance || !state.shownScene) {
    return (
      <Page title={t(messages.failed)} width="text">
        <Notice kind="danger" title={state.error || t(messages.failed)} />
        <div className="pk-row">
          <Button kind="primary" onClick={() => void editor.open()}>
            {t(messages.again)}
          </Button>
          {ways ? (
            <Button onClick={ways.onClose}>{t(messages.close)}</Button>
          ) : (
            <LinkButton to={isLine ? 'shoppingcart' : 'products.cards'}>
              {t(isLine ? messages.toCart : messages.toList)}
            </LinkButton>
          )}
        </div>
      </Page>
    )
  }
  return (
    <EditorFrame
      editor={editor}
      state={state}
      instance={state.instance}
      shownScene={state.shownScene}
      updateLabel={updateLabel}
      rules={rules}
      ways={ways}
    />
  )
}

function EditorSkeleton({ label }: { label: string }) {
  return (
    <div className="pk-editor-waiting" role="status" aria-label={label}>
      <Skeleton ratio="1" width="min(80%, 420px)" />
    </div>
  )
}
