import { firstEmptySlot, slotsOf } from '@portraitkit/core/editor/design/instance.ts'
import { openScreen, openSlot, openSlotsOfKind } from '@portraitkit/core/editor/design/screens.ts'
import { canChooseYear } from '@portraitkit/core/editor/design/years.ts'
import { hasYear } from '@portraitkit/core/template/year.ts'
import { CalendarDays, Eye, ImagePlus, LayoutTemplate, Type } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { KeyboardHelp } from '../frame/KeyboardHelp.tsx'
import { Tool } from '../frame/Tool.tsx'
import { messages } from '../messages.ts'
import { SaveStatus } from '../saving/SaveStatus.tsx'
import { useEditor } from '../useEditor.ts'
import { BuyButton } from './BuyButton.tsx'
import { thisYear } from './designYear.ts'

/** The actions on the card: photos, texts, a preview, and buying it. */
export function MainScreen() {
  const t = useT(messages)
  const { editor, instance, rules } = useEditor()
  const slots = slotsOf(instance.definition, instance.currentPart, 'en').filter(({ editable }) => editable)
  const has = (kind: 'image' | 'text') => slots.some((slot) => slot.kind === kind)
  const missing = firstEmptySlot(instance)
  return (
    <div className="pk-tools" data-screen="main">
      <p className="pk-tools-tip pk-soft pk-small">{t('editor.tip')}</p>
      <div className="pk-tools-row">
        {has('image') ? (
          <Tool
            name="image"
            icon={ImagePlus}
            label={t(missing ? 'editor.addPhotos' : 'editor.changePhotos')}
            onUse={() => editor.move((before) => openSlotsOfKind(before, 'image'))}
          />
        ) : null}
        {has('text') ? (
          <Tool
            name="text"
            icon={Type}
            label={t('editor.editText')}
            onUse={() => editor.move((before) => openSlotsOfKind(before, 'text'))}
          />
        ) : null}
        {hasYear(instance.definition) ? (
          <Tool
            name="year"
            icon={CalendarDays}
            label={t('editor.year')}
            disabled={!canChooseYear(instance.definition, thisYear())}
            onUse={() => editor.move((before) => openScreen(before, 'year'))}
          />
        ) : null}
        {rules.templateChange ? (
          <Tool
            name="templates"
            icon={LayoutTemplate}
            label={t('editor.templates')}
            onUse={() => editor.move((before) => openScreen(before, 'templates'))}
          />
        ) : null}
        <Tool
          name="preview"
          icon={Eye}
          label={t('editor.preview')}
          onUse={() => editor.move((before) => openScreen(before, 'preview'))}
        />
      </div>
      <KeyboardHelp />
      <div className="pk-tools-foot">
        <SaveStatus />
        <Primary missing={missing} />
      </div>
    </div>
  )
}

/** The next step: adding the missing picture, or buying. A visitor signs in first, to see pictures at all. */
function Primary({ missing }: { missing: string | undefined }) {
  const t = useT(messages)
  const { shop } = useRoot()
  const { editor, finish } = useEditor()
  const { status } = useSnapshot(shop.session.state)
  if (finish && (!missing || status === 'signed-out')) {
    return (
      <Button kind="primary" width="full" data-tool="buy" onClick={finish}>
        {t('editor.done')}
      </Button>
    )
  }
  if (!missing) return <BuyButton />
  if (status === 'signed-out') return <Visitor />
  return (
    <Button
      kind="primary"
      width="full"
      data-tool="missing"
      onClick={() => editor.move((before) => openSlot(before, missing))}
    >
      {t('editor.addMissing')}
    </Button>
  )
}

function Visitor() {
  const t = useT(messages)
  const { navigate } = useRoot()
  const { editor } = useEditor()
  const signIn = () => {
    const { name, params } = editor.signIn()
    navigate(name, params)
  }
  return (
    <div className="pk-tools-visitor">
      <p className="pk-small">{t('editor.visitor')}</p>
      <Button kind="primary" onClick={signIn}>
        {t('editor.signIn')}
      </Button>
      <LinkButton to="frontpage">{t('editor.enterCode')}</LinkButton>
    </div>
  )
}
