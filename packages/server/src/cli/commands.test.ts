import { describe, expect, it } from 'vitest'
import { features } from '../features.ts'
import type { App } from '../platform/app.ts'
import { runInTerminal } from '../testing/testTerminal.ts'
import { commandsOf, usageOf } from './commands.ts'

describe('the list of commands', () => {
  it('has each command once, by name', () => {
    const names = commandsOf(features).map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
  })

  it('shows the subcommands that a feature adds to a command of another one, as long as that feature exists', () => {
    expect(usageOf(features)).toContain('orders list | show | print ')
    expect(usageOf(features)).toMatch(/^ {2}orders refund <order> +refunds an order$/m)
    const without = usageOf(features.filter(({ name }) => name !== 'checkout'))
    expect(without).toContain('orders list | show | print  ')
    expect(without).not.toMatch(/refund|payment/)
  })

  it('has no line that a terminal of 180 characters would break', () => {
    const lines = usageOf(features).split('\n')
    expect(lines.filter((line) => line.length > 180)).toEqual([])
  })

  it('includes every command that has subcommands of other features', () => {
    const names = commandsOf(features).map(({ name }) => name)
    const added = features.flatMap(({ subcommands = [] }) => subcommands.map(({ of }) => of))
    expect(added.filter((name) => !names.includes(name))).toEqual([])
  })

  it('loads every one of them', async () => {
    for (const command of commandsOf(features)) {
      expect(await ('load' in command ? command.load() : command.loadBeforeOpening())).toBeTypeOf('function')
    }
    for (const { load } of features.flatMap(({ subcommands = [] }) => subcommands)) {
      const { words, help } = await load()
      expect(words.length).toBeGreaterThan(0)
      for (const word of words) expect(help.lines.join('\n')).toContain(` ${word} `)
    }
  })

  it('documents the subcommands of other features in the help of a command', async () => {
    for (const { of, load } of features.flatMap(({ subcommands = [] }) => subcommands)) {
      const command = commandsOf(features).find(({ name }) => name === of)
      const run = command && 'load' in command ? await command.load() : undefined
      const { help } = await load()
      const { out } = run ? await runInTerminal(run, ['--help'], { features } as App) : { out: '' }
      for (const part of [...help.lines, help.about, ...(help.options ?? [])]) expect(out).toContain(part)
    }
  })
})
