import { useLingui } from '@lingui/react'
import { createTemplateChoice, type TemplateChoiceState } from '@portraitkit/core/editor/opening/templateChoice.ts'
import { times } from '@portraitkit/core/natives.ts'
import type { TemplateListItem } from '@portraitkit/core/template/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { ScenePreview } from '../../scene/ScenePreview.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import screensCss from './Screens.css?inline'

// 001 §9: six skeletons for the template row
const skeletons = 6

/** EDT-12: other designs of the same product. The content is carried over if it fits. */
export function TemplatesScreen() {
  useStyles(screensCss)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const { editor, state, instance, announce } = useEditor()
  const { type } = instance.definition
  const [choice] = useState(() => createTemplateChoice(shop, { ...instance, type }))
  const { status, error, templates, scenes } = useSnapshot(choice.state) as TemplateChoiceState
  useEffect(() => void choice.load(), [choice, language])
  const choose = async ({ uuid, name }: TemplateListItem) => {
    await editor.changeTemplate(uuid)
    if (editor.state.instance?.definition.uuid === uuid) announce(t(messages.saidTemplate, { name }))
  }
  return (
    <div className="pk-tools" data-screen="templates">
      <h2 className="pk-tools-heading">{t(messages.templates)}</h2>
      {state.changeError ? <Notice kind="danger">{state.changeError}</Notice> : null}
      {status === 'failed' ? (
        <Notice kind="danger" title={error}>
          <Button onClick={() => void choice.load()}>{t(messages.again)}</Button>
        </Notice>
      ) : null}
      {status === 'loading' ? <RowSkeleton label={t(messages.templatesLoading)} /> : null}
      {status === 'ready' ? (
        <ul className="pk-templates" aria-label={t(messages.templates)}>
          {templates.map((template) => (
            <Thumbnail
              key={template.uuid}
              template={template}
              shownScene={scenes[template.uuid]}
              isChosen={template.uuid === instance.definition.uuid}
              isComing={template.uuid === state.changing}
              onChoose={() => void choose(template)}
            />
          ))}
        </ul>
      ) : null}
      {status === 'ready' && templates.length < 2 ? (
        <p className="pk-soft pk-small">{t(messages.templatesOnly)}</p>
      ) : null}
    </div>
  )
}

type ThumbnailProps = {
  template: TemplateListItem
  shownScene: ShownScene | undefined
  isChosen: boolean
  isComing: boolean
  onChoose: () => void
}

function Thumbnail({ template, shownScene, isChosen, isComing, onChoose }: ThumbnailProps) {
  const { _: t } = useLingui()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <li ref={item}>
      <button
        type="button"
        className="pk-template"
        aria-pressed={isChosen}
        aria-busy={isComing || undefined}
        aria-label={template.name}
        onClick={onChoose}
      >
        {shownScene ? (
          <ScenePreview shownScene={shownScene} label={t(messages.templatePreview, { name: template.name })} />
        ) : (
          <Skeleton ratio="400 / 290" />
        )}
        <span className="pk-template-name pk-small">{template.name}</span>
        {isChosen ? (
          <span className="pk-inbox-chosen">
            <Icon of={Check} size={18} />
          </span>
        ) : null}
        {isComing ? (
          <span className="pk-template-coming">
            <Spinner />
          </span>
        ) : null}
      </button>
    </li>
  )
}

function RowSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <ul className="pk-templates" aria-hidden="true">
        {times(skeletons, (index) => (
          <li key={index}>
            <Skeleton ratio="400 / 290" />
          </li>
        ))}
      </ul>
    </div>
  )
}
