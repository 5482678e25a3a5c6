import { describe, expect, it } from 'vitest'
import { findSyntaxFaults } from './poFile.ts'

const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: pl\\n"\n\n'
const CLOSE = 'msgid "Close"\nmsgstr "Zamknij"\n'

describe('a file of texts', () => {
  it('without faults has none, also if it is still empty', () => {
    expect(findSyntaxFaults('pl', HEADER + CLOSE)).toEqual([])
    expect(findSyntaxFaults('cs', '')).toEqual([])
  })

  it.each([
    ['as it is', 'msgid "Close"\nmsgstr "Zasłoń"\n'],
    ['over several lines', 'msgid ""\n"Cl"\n"ose"\nmsgstr ""\n'],
  ])('with one text twice, %s, is refused: one translation would be lost', (_how, again) => {
    expect(findSyntaxFaults('pl', `${HEADER}${CLOSE}\n${again}`)).toEqual([
      'texts/pl.po, line 9: “Close” is there twice, before in line 6: remove one of them',
    ])
  })

  it.each([
    ['two translations', `${CLOSE}msgstr "Zasłoń"\n`, 'line 8: a msgstr follows a msgstr'],
    ['none', `msgid "Open"\n${CLOSE}`, 'line 7: a msgid follows a msgid'],
    ['a context and no msgid', 'msgctxt "a window"\nmsgstr "Zamknij"\n', 'line 7: a msgstr follows a msgctxt'],
  ])('with a text that has %s is refused', (_what, text, fault) => {
    expect(findSyntaxFaults('pl', HEADER + text).join()).toContain(fault)
  })

  it('with its header on the line of its keyword is read as any other', () => {
    const header = HEADER.replace('msgstr ""\n"Content-Type', 'msgstr "Language: de\\n"\n"Content-Type')
    expect(findSyntaxFaults('pl', header + CLOSE).join()).toContain('its header says the language de')
  })

  it('may have one text in two contexts, and beside one that was given up', () => {
    const other = `msgctxt "a window"\n${CLOSE}\n#~ msgid "Close"\n#~ msgstr "Zamknąć"\n`
    expect(findSyntaxFaults('pl', `${HEADER}${CLOSE}\n${other}`)).toEqual([])
    expect(findSyntaxFaults('pl', `${HEADER}${other}\n${other}`).join()).toContain(
      '“Close” (a window) is there twice, before in line 7',
    )
  })

  it('with the header of another language or encoding is refused', () => {
    expect(findSyntaxFaults('pl', HEADER.replace('Language: pl', 'Language: cs'))).toEqual([
      'texts/pl.po, line 4: its header says the language cs: write pl',
    ])
    expect(findSyntaxFaults('pl', HEADER.replace('utf-8', 'ISO-8859-2'))).toEqual([
      'texts/pl.po, line 3: its header says the encoding ISO-8859-2: save it as UTF-8',
    ])
    expect(findSyntaxFaults('pl', `${HEADER}msgid "Close"\nmsgstr "Zas\ufffdo\ufffd"\n`)).toEqual([
      'texts/pl.po, line 7: it is not UTF-8: msgstr "Zas\ufffdo\ufffd"',
    ])
  })

  it.each(['nb', 'nb_NO', 'nn-NO', 'no', ''])('in Norwegian may have the header “%s”', (tag) => {
    expect(findSyntaxFaults('nb', HEADER.replace('Language: pl', `Language: ${tag}`))).toEqual([])
  })

  it('with the line ends of Windows is refused in one sentence', () => {
    expect(findSyntaxFaults('pl', (HEADER + CLOSE).replaceAll('\n', '\r\n'))).toEqual([
      'texts/pl.po: its lines end as on Windows (CRLF): save it with LF',
    ])
  })

  it.each([
    ['none', CLOSE, 'line 1: it does not begin with a header'],
    ['none but a comment', '# Polish\n', 'line 1: it does not begin with a header'],
    ['an empty line before it', `\n${HEADER}${CLOSE}`, 'line 1: it does not begin with a header'],
    ['a text before it', `${CLOSE}\n${HEADER}`, 'line 1: it does not begin with a header'],
    [
      'a text that was given up before it',
      `#~ msgid "a"\n#~ msgstr "b"\n\n${HEADER}`,
      'it does not begin with a header',
    ],
    ['no language', HEADER.replace('"Language: pl\\n"\n', '') + CLOSE, 'line 1: its header lacks “Language: pl”'],
    [
      'no encoding',
      HEADER.replace(/"Content.*\n/, '') + CLOSE,
      'line 1: its header lacks “Content-Type: text/plain; charset=utf-8”',
    ],
    ['a text right after it', `${HEADER.trim()}\n${CLOSE}`, 'line 5: an empty line has to follow its header'],
    ['a comment right after it', `${HEADER.trim()}\n#. a\n${CLOSE}`, 'line 5: an empty line has to follow its header'],
    ['its lines after an empty line', HEADER.replace('msgstr ""\n', 'msgstr ""\n\n') + CLOSE, 'its header lacks'],
  ])('whose header is missing or not whole is refused: %s', (_what, content, fault) => {
    expect(findSyntaxFaults('pl', content).join('\n')).toContain(fault)
  })

  it('may have comments above its header', () => {
    expect(findSyntaxFaults('pl', `# Polish\n#\n${HEADER}${CLOSE}`)).toEqual([])
    expect(findSyntaxFaults('pl', `# Polish\n\n${HEADER}${CLOSE}`)).toEqual([])
  })

  it.each(['\\x43', '\\103', '\\r', '\\u0043', "\\'"])('with the escape %s is refused', (sequence) => {
    for (const text of [`msgid "a${sequence}"\nmsgstr ""\n`, `msgid "a"\nmsgstr ""\n"b${sequence}"\n`])
      expect(findSyntaxFaults('pl', HEADER + text).join('\n')).toContain(
        `it has the escape ${sequence.slice(0, 2)}: write the letter itself`,
      )
    expect(findSyntaxFaults('pl', `${HEADER}#. a\\x\nmsgid "\\"a\\\\x\\n\\t"\nmsgstr ""\n`)).toEqual([])
  })
})
