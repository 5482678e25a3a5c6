import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { stepMessages } from '../../access/afterCode/stepMessages.ts'
import { defineElement } from '../../element.tsx'
import { Root } from '../../root.tsx'
import { rootOptions } from '../../rootOptions.ts'
import { formMessages } from '../../ui/controls/formMessages.ts'

/** Some texts of forms, for the test of a language that lacks a few of them. `data-case` names each element. */
function Texts() {
  const { _: t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [ownWords, english] = [t(formMessages.signIn), t(formMessages.required)]
  return (
    <div>
      <h1 data-case="translated">{ownWords}</h1>
      <p data-case="with a name">{t(formMessages.operator, { name: 'Emma (1)' })}</p>
      <p data-case="names at the end">{t(stepMessages.emailTitleOf, { names: 'Emma-Liv Diaz und Ben' })}</p>
      <p data-case="a sentence at the end">{t(stepMessages.emailTitleOf, { names: `Emma. ${ownWords}` })}</p>
      <button
        type="button"
        data-case="label alone"
        aria-label={t(formMessages.close)}
        onClick={() => setOpen(!isOpen)}
      />
      <strong data-case="changing">{isOpen ? english : t(formMessages.enterCode)}</strong>
      <em data-case="value alone">Emma</em>
      <i data-case="next to an icon">
        <svg aria-hidden="true" />
        {english}
      </i>
      <u data-case="mixed with an element">
        <b>{ownWords}</b> {english}
      </u>
      <nav data-case="label of translated content" aria-label={t(formMessages.close)}>
        <a href="#top" data-case="translated content">
          {ownWords}
        </a>
      </nav>
      <ul data-case="label of English content" aria-label={t(formMessages.close)}>
        <li>{english}</li>
      </ul>
      <img data-case="picture" src="data:," alt={english} />
      <span data-case="tooltip" title={english} />
      <input id="field" data-case="placeholder" aria-label={t(formMessages.close)} placeholder={english} />
      <input data-case="translated placeholder" aria-label={t(formMessages.close)} placeholder={ownWords} />
      <label htmlFor="field" data-case="label with a sign">
        {english}
        <span>*</span>
      </label>
      <label htmlFor="field" data-case="label with a translated note">
        {english}
        <span>{ownWords}</span>
      </label>
    </div>
  )
}

const provider = 'brightside'
defineElement({ tag: 'pk-texts', component: Texts as never, options: rootOptions })
const site = document.getElementById('site')
if (site) {
  const root = createRoot(site)
  const show = (lang?: string) =>
    root.render(
      <Root api="" provider={provider} lang={lang}>
        <Texts />
      </Root>,
    )
  show()
  // the test changes the language of both
  document.addEventListener('lang', ({ detail }: CustomEventInit<string>) => {
    show(detail)
    document.querySelector('pk-texts')?.setAttribute('lang', detail ?? '')
  })
}
