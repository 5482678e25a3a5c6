import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as exportsModule from '../../theme-editor/exports.ts'
import type * as trialModule from '../../theme-editor/trial.ts'
import { neutralLook } from './neutralLook.ts'
import { themes } from './readyThemes.ts'

let trials: typeof trialModule
let exported: typeof exportsModule
beforeAll(async () => {
  const option = (name: string, attribute: string, kind: string, words?: string[]) => ({
    name,
    attribute,
    kind,
    about: '',
    words,
  })
  vi.stubGlobal('__PORTRAITKIT_EVENTS__', [])
  vi.stubGlobal('__PORTRAITKIT_ELEMENTS__', [
    {
      tag: 'pk-shop',
      about: '',
      entry: 'shop',
      component: 'ShopElement',
      options: [option('headless', 'headless', 'flag')],
    },
    {
      ...{ tag: 'pk-list', about: '', entry: 'list', component: 'List' },
      options: [
        option('type', 'type', 'text', ['cards', 'gifts']),
        option('code', 'code', 'text'),
        option('perPage', 'per-page', 'number'),
        option('routes', 'routes', 'json'),
      ],
    },
  ])
  trials = await import('../../theme-editor/trial.ts')
  exported = await import('../../theme-editor/exports.ts')
})
afterAll(() => vi.unstubAllGlobals())

const place = { provider: 'brightside', origin: 'https://shop.example.com', own: neutralLook }
const exportOf = (name: string, change: Partial<trialModule.Trial>) =>
  exported.exportsOf({ ...trials.newTrial(neutralLook), ...change }, place).find((each) => each.name === name)?.text ??
  ''

describe('what was tried in the theme editor', () => {
  it('continues on the next visit, and starts anew if the browser has stored nothing', () => {
    const stored = new Map<string, string>()
    const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) }
    vi.stubGlobal('localStorage', storage)
    const trial = { ...trials.newTrial(neutralLook), tag: 'pk-list', lang: 'de', theme: Object.values(themes)[0] ?? {} }
    trials.storeTrial('brightside', trial as trialModule.Trial)
    expect(trials.storedTrial('brightside', neutralLook)).toEqual(trial)
    expect(trials.storedTrial('nordlys', neutralLook)).toBe(undefined)
    // an element that there is not any more
    trials.storeTrial('brightside', { ...trial, tag: 'pk-gone' } as trialModule.Trial)
    expect(trials.storedTrial('brightside', neutralLook)?.tag).toBe('pk-shop')
    const forbidden = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden })
    trials.storeTrial('brightside', trial as trialModule.Trial)
    expect(trials.storedTrial('brightside', neutralLook)).toBe(undefined)
  })

  it('is HTML with the attributes that the element takes, each in the quotes that it needs', () => {
    const attributes = { type: 'cards', code: `"A" & 'B'`, 'per-page': '12', routes: '{"*":"/photos"}', headless: '' }
    expect(exportOf('HTML', { tag: 'pk-list', attributes, lang: 'nb', css: ' pk-list { --pk-radius: 0 } ' })).toBe(
      [
        '<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="brightside"></script>',
        '<style>\npk-list { --pk-radius: 0 }\n</style>',
        `<pk-list type="cards" code='"A" &amp; &#39;B&#39;' per-page="12" routes='{"*":"/photos"}' lang="nb"></pk-list>`,
        '',
      ].join('\n'),
    )
    const wrong = { type: 'mugs', code: '', 'per-page': 'many', routes: '{' }
    expect(exportOf('HTML', { tag: 'pk-list', attributes: wrong })).toContain('\n<pk-list></pk-list>\n')
    expect(exportOf('HTML', { attributes: { headless: '' } })).toContain('<pk-shop headless></pk-shop>')
  })

  it('is a component of React, whose root has what every element has', () => {
    const attributes = { code: 'A "B"', 'per-page': '12', routes: '{"*":"/photos"}' }
    const theme = Object.values(themes)[0] as trialModule.Trial['theme']
    const code = exportOf('React', { tag: 'pk-list', attributes, lang: 'nb', theme })
    expect(code).toContain("import { List } from '@portraitkit/widgets/list'")
    expect(code).toContain(`lang="nb" theme={theme} routes={{"*":"/photos"}}>`)
    expect(code).toContain('<List code={"A \\"B\\""} perPage={12} />')
    expect(code).toContain(`const theme = ${JSON.stringify(theme, null, 2)}`)
    expect(exportOf('React', {})).not.toContain('theme')
  })
})
