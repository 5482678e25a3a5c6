import { describe, expect, it } from 'vitest'
import { ALLOWED, checkLiteralTexts } from './literalTexts.ts'
import { readSources } from './sources.ts'

const page = 'packages/widgets/src/orders/Orders.tsx'
const mail = 'packages/server/src/features/orders/mails/sentMail.ts'

describe('words that are in no catalogue', () => {
  const sources = readSources()

  it('are said by no page, whatever its state, and by no document of the server', () => {
    expect(checkLiteralTexts(sources)).toEqual([])
  })

  it('are only allowed for files that exist', () => {
    const paths = new Set(sources.map(({ path }) => path))
    expect(Object.keys(ALLOWED).filter((key) => !paths.has(key.split(': ')[0] ?? ''))).toEqual([])
  })

  it.each([
    [page, 'const a = <p>Zebra {one}</p>', 'Zebra'],
    [page, "const a = <p>{one ? 'Zebra' : two}</p>", 'Zebra'],
    [page, `const a = <p>{one && \`Zebra of \${two}\`}</p>`, 'Zebra of'],
    [page, 'const a = <ConfirmDialog title="Zebra" />', 'Zebra'],
    [page, 'const a = <Empty>{list.length ? null : <b>zebra</b>}</Empty>', 'zebra'],
    [page, "const a = <input placeholder={one ?? 'A zebra'} />", 'A zebra'],
    ['packages/widgets/src/ui/ui.css', ".a::before { content: 'Zebra'; }", 'Zebra'],
    [mail, "const parts = ['You saved much', other]", 'You saved much'],
    [mail, `const html = \`<h2 style="color:red">\${one}</h2><p>Zebra one</p>\``, 'Zebra one'],
    ['packages/server/src/features/orders/receipt/receiptPdf.ts', `draw(\`Page \${one} of \${two}\`)`, 'Page'],
    ['packages/server/src/platform/http/noticePage.ts', "const text = 'An extra sentence'", 'An extra sentence'],
  ])('are found: %s, %s', (path, text, found) => {
    expect(checkLiteralTexts([{ path, text }])).toEqual([expect.stringContaining(`says "${found}`)])
  })

  it.each([
    [page, 'const a = <p className="pk-small pk-soft">{t(messages.one)} · {2}</p>'],
    [page, 'const a = <Field type="email" autoComplete="shipping street-address" />'],
    ['packages/widgets/src/ui/ui.css', ".a::before { content: '·'; }"],
    [mail, "const text = msg`You saved much`; const css = 'padding:10px 0;border-bottom:1px solid'"],
    [mail, `const html = \`<table role="presentation" style="color:\${one};font-size:10px">\``],
  ])('are not confused with code: %s, %s', (path, text) => {
    expect(checkLiteralTexts([{ path, text }])).toEqual([])
  })
})
