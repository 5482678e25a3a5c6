import { describe, expect, it } from 'vitest'
import { ALLOWED, checkLiteralTexts, isRead } from './literalTexts.ts'
import { readSources } from './sources.ts'

const page = 'packages/widgets/src/orders/Orders.tsx'
const pdf = 'packages/server/src/features/orders/receipt/receiptPdf.ts'
const mail = 'packages/server/src/features/orders/mails/sentMail.ts'

describe('words that are in no catalogue', () => {
  const sources = readSources()

  it('are said by no page, whatever its state, and by no document of the server', () => {
    expect(checkLiteralTexts(sources)).toEqual([])
  })

  it.each([
    'packages/server/src/features/account/address/addressPage.ts',
    'packages/server/src/features/reminders/stopPage.ts',
    'packages/server/src/platform/mail/layOutMail.ts',
    'packages/server/src/features/access/codeRecovery.ts',
  ])('are looked for in %s', (path) => {
    expect(sources.filter((source) => source.path === path).map(isRead)).toEqual([true])
  })

  it.each([
    `const body = html\`<p>\${one}</p>\``,
    "import { layOutMail } from '../../platform/mail/layOutMail.ts'",
    "import { sendPage } from '../../platform/http/noticePage.ts'",
    "import { writeLine, writeText } from '../../imaging/paper/drawText.ts'",
  ])('are looked for in a new file of the server, whatever its name: %s', (code) => {
    const text = `${code}\nconst title = 'An extra sentence'`
    const path = 'packages/server/src/features/newest/some.ts'
    expect(checkLiteralTexts([{ path, text }])).toEqual([expect.stringContaining('says "An extra sentence"')])
    expect(checkLiteralTexts([{ path: path.replace('some', 'some.test'), text }])).toEqual([])
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
    ['packages/widgets/src/ui/ui.css', ".a::before { content: counter(a) ' zebras'; }", 'zebras'],
    ['packages/widgets/src/ui/ui.css', ".a::before { content: '·' / 'zebra' }", 'zebra'],
    ['packages/widgets/src/ui/ui.css', `.a::before { content: "zebra's" }`, "zebra's"],
    [mail, "const parts = ['You saved much', other]", 'You saved much'],
    [mail, `const html = \`<h2 style="color:red">\${one}</h2><p>Zebra one</p>\``, 'Zebra one'],
    ['packages/server/src/features/orders/receipt/receiptPdf.ts', `draw(\`Page \${one} of \${two}\`)`, 'Page'],
    ['packages/server/src/platform/http/noticePage.ts', "const text = 'An extra sentence'", 'An extra sentence'],
    [page, "const a = <img alt='portrait' />", 'portrait'],
    [page, `const a = <img alt={\`\${n} pictures\`} />`, 'pictures'],
    [page, 'const a = <input placeholder="Search…" />', 'Search…'],
    [page, 'const a = <button aria-label="Close (Esc)" />', 'Close (Esc)'],
    [page, 'const a = <button title="OK" />', 'OK'],
    [page, 'const a = <Field label="2 pictures" />', '2 pictures'],
    [page, 'const a = <p aria-description="zebra" />', 'zebra'],
    [page, 'const a = <p aria-roledescription="zebra" />', 'zebra'],
    [page, 'const a = <p aria-valuetext="zebra" />', 'zebra'],
    [page, "const a = <p>{('Zebra')}</p>", 'Zebra'],
    [page, "const a = <p>{one + ' zebras'}</p>", 'zebras'],
    [page, "const a = <p>{'Zebra' as string}</p>", 'Zebra'],
    [page, "const a = <p>{'Zebra'!}</p>", 'Zebra'],
    [page, "const a = <p>{'Zebra' satisfies string}</p>", 'Zebra'],
    [page, "const a = <p>{[one, 'Zebra']}</p>", 'Zebra'],
    [page, "const a = <p>{(one, 'Zebra')}</p>", 'Zebra'],
    [page, `const a = <p>{\`\${n} \${n > 1 ? 'zebras' : ''}\`}</p>`, 'zebras'],
    [page, 'const a = <p aria-placeholder="zebra" />', 'zebra'],
    [mail, `const a = html\`<p>\${one} zebras</p>\``, 'zebras'],
    [mail, `const a = html\`<p>&nbsp;zebra&nbsp;</p>\``, 'zebra'],
    [mail, `const a = html\`<img alt="zebra">\``, 'zebra'],
    [mail, `const a = html\`<img alt='zebra'>\``, 'zebra'],
    [mail, `const a = html\`<a title="\${n} zebras" href="a">\``, 'zebras'],
    [mail, `const a = html\`<b aria-label="OK">\``, 'OK'],
    [mail, `const a = '<img alt="zebra">'`, 'zebra'],
    [pdf, `const rows = [\`VAT \${x}\`]`, 'VAT'],
    [pdf, "const rows = ['No.']", 'No.'],
    [pdf, "writeText(pdf, one ? 'zebra' : two, room, styles.soft)", 'zebra'],
    [pdf, `pdf.text(\`\${n} zebras\`, 0, 0)`, 'zebras'],
  ])('are found: %s, %s', (path, text, found) => {
    expect(checkLiteralTexts([{ path, text }])).toEqual([expect.stringContaining(`says "${found}`)])
  })

  it.each([
    [page, 'const a = <p className="pk-small pk-soft">{t(messages.one)} · {2}</p>'],
    [page, 'const a = <Field type="email" autoComplete="shipping street-address" />'],
    ['packages/widgets/src/ui/ui.css', ".a::before { content: '·'; font-family: 'Zebra' }"],
    ['packages/widgets/src/ui/ui.css', '.a::before { content: attr(data-label) }'],
    [mail, "const text = msg`You saved much`; const css = 'padding:10px 0;border-bottom:1px solid'"],
    [mail, `const html = \`<table role="presentation" style="color:\${one};font-size:10px">\``],
    [page, 'const a = <input accept="image/png, image/jpeg" />'],
    [page, 'const a = <p aria-labelledby="one two" aria-describedby="one two" aria-controls="one two" />'],
    [page, 'const a = <td headers="one two" key="one two" id="Zebra" />'],
    [page, 'const a = <label htmlFor="Zebra" data-part="one two" />'],
    [page, 'const a = <iframe allow="payment; fullscreen self" />'],
    [page, "const a = <p>{kind === 'Zebra' ? one : two}</p>"],
    [mail, "type Kind = 'Zebra' | 'Much more'"],
    [mail, "const a = kind === 'Zebra' || 'Much more' !== kind"],
    [mail, "switch (kind) { case 'Zebra': one() }"],
    [mail, "throw new Error('A zebra is missing')"],
    [mail, "const a = msg({ message: 'A zebra', comment: 'An animal' })"],
    [mail, `const a = html\`<style>p { color: red }</style><p data-one="two">\${one}&nbsp;&amp;</p>\``],
    [mail, "const method = 'POST'"],
    [page, 'const a = <input pattern="[A-Z]{2} foo bar" /> || <a href="/Foo bar" /> || <img src="/Foo bar" />'],
    [mail, "const error = new Failure('A zebra is missing')"],
    [mail, "console.warn('A zebra is missing'), app.log.warn({ one }, 'A zebra is missing')"],
    [mail, "const a = { 'A zebra': one }; const b = a['A zebra']"],
    [pdf, "pdf.font('Helvetica Bold')"],
    [pdf, "writeText(pdf, t(texts.one), { x: 1, font: 'bold' }, styles.soft)"],
  ])('are not confused with code: %s, %s', (path, text) => {
    expect(checkLiteralTexts([{ path, text }])).toEqual([])
  })
})
