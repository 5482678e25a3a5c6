import { useLingui } from '@lingui/react'
import { firstEmptySlot, slotsOf } from '@portraitkit/core/editor/design/instance.ts'
import { openScreen, openSlot, openSlotsOfKind } from '@portraitkit/core/editor/design/screens.ts'
import { canChooseYear } from '@portraitkit/core/editor/design/years.ts'
import { hasYear } from '@portraitkit/core/template/year.ts'
import { CalendarDays, Eye, ImagePlus, LayoutTemplate, Type } from 'lucide-react'
import { useSnapshot } from 'valtio'
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
  const { _: t } = useLingui()
  const { editor, instance, rules } = useEditor()
  const slots = slotsOf(instance.definition, instance.currentPart, 'en').filter(({ editable }) => editable)
  const has = (kind: 'image' | 'text') => slots.some((slot) => slot.kind === kind)
  const missing = firstEmptySlot(instance)
  return (
    <div className="pk-tools" data-screen="main">
      <p className="pk-tools-tip pk-soft pk-small">{t(messages.tip)}</p>
      <div className="pk-tools-row">
        {has('image') ? (
          <Tool
            name="image"
            icon={ImagePlus}
            label={t(missing ? messages.addPhotos : messages.changePhotos)}
            onUse={() => editor.move((before) => openSlotsOfKind(before, 'image'))}
          />
        ) : null}
        {has('text') ? (
          <Tool
            name="text"
            icon={Type}
            label={t(messages.editText)}
            onUse={() => editor.move((before) => openSlotsOfKind(before, 'text'))}
          />
        ) : null}
        {hasYear(instance.definition) ? (
          <Tool
            name="year"
            icon={CalendarDays}
            label={t(messages.year)}
            disabled={!canChooseYear(instance.definition, thisYear())}
            onUse={() => editor.move((before) => openScreen(before, 'year'))}
          />
        ) : null}
        {rules.templateChange ? (
          <Tool
            name="templates"
            icon={LayoutTemplate}
            label={t(messages.templates)}
            onUse={() => editor.move((before) => openScreen(before, 'templates'))}
          />
        ) : null}
        <Tool
          name="preview"
          icon={Eye}
          label={t(messages.preview)}
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
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { editor, finish } = useEditor()
  const { status } = useSnapshot(shop.session.state)
  if (finish && (!missing || status === 'signed-out')) {
    return (
      <Button kind="primary" width="full" data-tool="buy" onClick={finish}>
        {t(messages.done)}
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
      {t(messages.addMissing)}
    </Button>
  )
}

function Visitor() {
  const { _: t } = useLingui()
  const { navigate } = useRoot()
  const { editor } = useEditor()
  const signIn = () => {
    const { name, params } = editor.signIn()
    navigate(name, params)
  }
  return (
    <div className="pk-tools-visitor">
      <p className="pk-small">{t(messages.visitor)}</p>
      <Button kind="primary" onClick={signIn}>
        {t(messages.signIn)}
      </Button>
      <LinkButton to="frontpage">{t(messages.enterCode)}</LinkButton>
    </div>
  )
}
