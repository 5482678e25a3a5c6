import type { Settings } from '@portraitkit/core/provider/contract.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'
import { useEffect, useState } from 'react'
import { mergeLook } from '../src/theme/mergeLook.ts'
import { ElementTools } from './ElementTools.tsx'
import { Exports } from './Exports.tsx'
import { exportsOf } from './exports.ts'
import { LookTools } from './LookTools.tsx'
import { PageCss } from './PageCss.tsx'
import { Preview } from './Preview.tsx'
import { newTrial, storedTrial, storeTrial, type Trial } from './trial.ts'

type Props = { settings: Pick<Settings, 'key' | 'name' | 'locale'>; own: Look }

const TOOLS = { element: 'Element', look: 'Look', page: 'Page' } as const
type Tool = keyof typeof TOOLS

/** Tries the shop on a page: every change shows at once in the real shop next to it. */
export function TryIt({ settings: { key: provider, name, locale }, own }: Props) {
  const [trial, setTrial] = useState(() => storedTrial(provider, own) ?? newTrial(own))
  const [appearance, setAppearance] = useState<'light' | 'dark'>('light')
  const [tool, setTool] = useState<Tool>('element')
  useEffect(() => storeTrial(provider, trial), [provider, trial])
  const change = (part: Partial<Trial>) => setTrial((before) => ({ ...before, ...part }))
  return (
    <main className="editor">
      <section className="tools" aria-label="Tools">
        <h1>Try it</h1>
        <fieldset className="choices tabs">
          <legend className="unseen">What to change</legend>
          {Object.entries(TOOLS).map(([each, label]) => (
            <label key={each}>
              <input type="radio" name="tool" checked={tool === each} onChange={() => setTool(each as Tool)} />
              {label}
            </label>
          ))}
        </fieldset>
        {tool === 'element' ? <ElementTools trial={trial} languages={locale.languages} onChange={change} /> : null}
        {tool === 'look' ? (
          <LookTools
            {...{ name, own, appearance }}
            theme={trial.theme}
            onAppearance={setAppearance}
            onTheme={(theme) => change({ theme })}
          />
        ) : null}
        {tool === 'page' ? <PageCss css={trial.css} onChange={(css) => change({ css })} /> : null}
        <Exports all={exportsOf(trial, { provider, origin: location.origin, own })} />
      </section>
      <Preview provider={provider} trial={trial} appearance={appearance} paper={mergeLook(own, trial.theme).colours} />
    </main>
  )
}
