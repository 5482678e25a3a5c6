import { useLingui } from '@lingui/react'
import { alignText } from '@portraitkit/core/editor/actions/alignText.ts'
import { setTextColour } from '@portraitkit/core/editor/actions/setTextColour.ts'
import { type Slot, textOf } from '@portraitkit/core/editor/design/instance.ts'
import {
  clampFontSize,
  coloursFor,
  MAX_FONT_SIZE,
  MIN_FONT_SIZE,
  palette,
} from '@portraitkit/core/editor/design/textStyle.ts'
import { FAMILIES } from '@portraitkit/core/template/fontList.ts'
import { textStyleOf } from '@portraitkit/core/template/layOut.ts'
import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Tool } from '../frame/Tool.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { fontFace, useTemplateFonts } from './useTemplateFonts.ts'

type Props = { slot: Slot & { kind: 'text' } }

function useStyle(slot: Props['slot']) {
  const { instance } = useEditor()
  return textStyleOf(slot.layer, textOf(instance.content, slot.fullId) ?? undefined)
}

/** The fonts, each name set in its own font. */
export function FontTool({ slot }: Props) {
  const { _: t } = useLingui()
  const { editor, announce } = useEditor()
  const { family } = useStyle(slot)
  useTemplateFonts()
  const families: readonly string[] = FAMILIES
  const all = families.includes(slot.layer.family) ? families : [slot.layer.family, ...families]
  return (
    <ul className="pk-fonts" aria-label={t(messages.font)}>
      {all.map((name) => (
        <li key={name}>
          <button
            type="button"
            className="pk-font"
            aria-pressed={name === family}
            style={{ fontFamily: fontFace(name) }}
            onClick={() => void editor.texts.tryFont(slot.fullId, name).then(() => announce(name))}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

export function AlignTool({ slot }: Props) {
  const { _: t } = useLingui()
  const { act } = useEditor()
  const { horizontalAlign } = useStyle(slot)
  const ways = [
    ['left', AlignLeft],
    ['center', AlignCenter],
    ['right', AlignRight],
  ] as const
  return (
    <fieldset className="pk-tools-row" aria-label={t(messages.align)}>
      {ways.map(([align, icon]) => (
        <Tool
          key={align}
          icon={icon}
          label={t(messages[align])}
          pressed={horizontalAlign === align}
          onUse={() => act(alignText, { fullId: slot.fullId, align })}
        />
      ))}
    </fieldset>
  )
}

// 001 §9: slider debounce 200 ms
const debounce = 200

/** The size, if the text fits: a size that does not fit is refused and the previous one stays. */
export function SizeTool({ slot }: Props) {
  const { _: t } = useLingui()
  const { editor, announce } = useEditor()
  const { size } = useStyle(slot)
  // The slider's position while its size is not tried yet; otherwise it shows the size of the text.
  const [sliderSize, setSliderSize] = useState<number>()
  const [isRejected, setRejected] = useState(false)
  const { fullId } = slot
  useEffect(() => {
    if (sliderSize === undefined) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const fits = await editor.texts.trySize(fullId, sliderSize)
      if (!isCurrent) return
      setSliderSize(undefined)
      setRejected(!fits)
      announce(fits ? t(messages.points, { size: sliderSize }) : t(messages.sizeRejected))
    }, debounce)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sliderSize, editor, fullId, announce, t])
  const visibleSize = sliderSize ?? size
  return (
    <div className="pk-size">
      <label className="pk-zoom">
        <input
          type="range"
          aria-label={t(messages.size)}
          aria-valuetext={t(messages.points, { size: visibleSize })}
          min={Math.min(MIN_FONT_SIZE, slot.layer.size)}
          max={MAX_FONT_SIZE}
          step={1}
          value={visibleSize}
          onChange={(event) => setSliderSize(clampFontSize(slot.layer, Number(event.target.value), visibleSize))}
        />
        <output className="pk-price">{t(messages.points, { size: Math.round(visibleSize) })}</output>
      </label>
      <p className="pk-small pk-soft">{isRejected ? t(messages.sizeRejected) : t(messages.textHint)}</p>
    </div>
  )
}

/** The specification names ten colours; any other is the design's own. */
function nameOfColor(color: string) {
  const index = (palette as readonly string[]).indexOf(color)
  return colorNames[index] ?? messages.colorOwn
}

// in the order of the palette
const colorNames = [
  messages.colorBlack,
  messages.colorWhite,
  messages.colorRed,
  messages.colorBlue,
  messages.colorYellow,
  messages.colorPurple,
  messages.colorGreen,
  messages.colorLightYellow,
  messages.colorPink,
  messages.colorVioletBlue,
] as const

export function ColorTool({ slot }: Props) {
  const { _: t } = useLingui()
  const { act } = useEditor()
  const { color } = useStyle(slot)
  return (
    <fieldset className="pk-colors" aria-label={t(messages.color)}>
      {coloursFor(slot.layer).map((one) => (
        <button
          key={one}
          type="button"
          className="pk-color"
          aria-pressed={one === color.toLowerCase()}
          aria-label={t(nameOfColor(one))}
          onClick={() => act(setTextColour, { fullId: slot.fullId, color: one })}
        >
          <span style={{ background: one }} />
        </button>
      ))}
    </fieldset>
  )
}
