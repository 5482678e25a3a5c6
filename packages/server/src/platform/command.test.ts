import { expect, it } from 'vitest'
import { runInTerminal } from '../testing/testTerminal.ts'
import { CommandError, jsonText, plain, plainLines, runCommand } from './command.ts'

/** Everything that moves a terminal's cursor, ends its line or reverses its text. */
const CONTROLS = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index),
  ...[0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCodePoint(code))
const HOSTILE = `Em${CONTROLS.join('')}ma`
const controlsIn = (text: string) => CONTROLS.filter((each) => text.includes(each))

it('removes control characters and bidi controls from untrusted text', () => {
  expect(controlsIn(plain(HOSTILE))).toEqual([])
  expect(plain('Åse 李 أحمد 👩‍👧')).toBe('Åse 李 أحمد 👩‍👧')
})

it('keeps the line breaks of a text with several lines', () => {
  expect(controlsIn(plainLines(HOSTILE))).toEqual(['\n'])
  expect(plainLines('one\ntwo')).toBe('one\ntwo')
})

it('writes JSON that shows them as escapes and loses nothing', () => {
  const written = jsonText({ name: HOSTILE })
  expect(controlsIn(written)).toEqual(['\n'])
  expect(JSON.parse(written)).toEqual({ name: HOSTILE })
})

it('reports an error without them', async () => {
  const command = (argv: string[]) =>
    runCommand({ usage: 'Usage', options: {}, argv }, () => {
      throw new CommandError(`There is no "${argv[0]}"`, 1)
    })
  const { problem } = await runInTerminal(command, [HOSTILE], null as never)
  expect([controlsIn(problem), problem]).toEqual([['\n'], expect.stringContaining('There is no "Em')])
})
