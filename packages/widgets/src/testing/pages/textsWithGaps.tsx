import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defineElement } from '../../element.tsx'
import { Root } from '../../root.tsx'
import { rootOptions } from '../../rootOptions.ts'
import { formMessages } from '../../ui/controls/formMessages.ts'

/** Some texts of forms, for the test of a language that lacks a few of them. */
function Texts() {
  const { _: t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <h1>{t(formMessages.signIn)}</h1>
      <p>{t(formMessages.operator, { name: 'Emma (1)' })}</p>
      <button type="button" aria-label={t(formMessages.close)} onClick={() => setOpen(!isOpen)} />
      <strong>{isOpen ? t(formMessages.required) : t(formMessages.enterCode)}</strong>
      <em>Emma</em>
      <i>
        <svg aria-hidden="true" />
        {t(formMessages.required)}
      </i>
      <u>
        <b>{t(formMessages.signIn)}</b> {t(formMessages.required)}
      </u>
    </div>
  )
}

const provider = 'brightside'
defineElement({ tag: 'pk-texts', component: Texts as never, options: rootOptions })
const site = document.getElementById('site')
if (site)
  createRoot(site).render(
    <Root api="" provider={provider}>
      <Texts />
    </Root>,
  )
