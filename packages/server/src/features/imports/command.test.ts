import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEASE_MS } from '../../platform/tasks/claim.ts'
import type { StoredTask } from '../../platform/tasks/collection.ts'
import { runTasks } from '../../platform/tasks/runner.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsOf, picturesOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'
import { createProgress } from './importProgress.ts'

let world: ImportWorld

beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

function start(...argv: string[]) {
  const { secret, mongodbUrl } = world.app.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), 'import', ...argv], {
    env: { ...process.env, DATA_DIR: world.dataDir, SECRET: secret, MONGODB_URL: mongodbUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { child, ended: ended.then(([[code], out, err]) => ({ code: code as number | null, out, err })) }
}

/** Runs `./portraitkit import` as an operator would, in a separate process. */
async function run(...argv: string[]) {
  return await start(...argv).ended
}

/** The same in this process, which is faster. */
const runHere = (...argv: string[]) => runInTerminal(importCommand, argv, world.app)

const validArguments = () => [world.folder, '--provider', world.provider.key, '--job', 'Spring 2026']

describe('./portraitkit import', () => {
  it('exits with 0 when everything was imported, and writes codes for the letters that only the owner can read', async () => {
    await world.writeFiles({ 'roster.csv': '\uFEFFname;group;code\nZoë Ødegård;4B;\n=1+1;4B;MAPLE7\n' })
    await world.writeFiles({ 'Zoë Ødegård/1.jpg': await aPicture(1), '=1+1/1.jpg': await aPicture(2) })
    const { code, out, err } = await run(...validArguments(), '--order-by', '2026-11-30')
    expect(err).toBe('')
    expect(out).toContain('2 photographs imported')
    expect(code).toBe(0)
    const codes = join(world.folder, 'import-codes.csv')
    const csv = await readFile(codes, 'utf8')
    expect(csv).toMatch(
      /^\uFEFFkey,name,group,code\r\n"4B \/ Zoë Ødegård","Zoë Ødegård","4B","[A-Z0-9]{5}-[A-Z0-9]{5}"\r\n/,
    )
    expect(csv).toContain(`"'=1+1","4B","MAPLE7"`)
    expect((await stat(codes)).mode & 0o077).toBe(0)
    expect((await stat(join(world.folder, 'import-report.txt'))).mode & 0o077).toBe(0)
    const job = await jobsOf(world.app, world.provider.key).findOne({ name: 'Spring 2026' })
    expect(job?.orderBy?.toISOString()).toBe('2026-11-30T23:59:59.999Z')
    expect(await readFile(join(world.folder, 'import-report.txt'), 'utf8')).toContain('Import of "Spring 2026"')
    expect((await runHere(...validArguments())).code).toBe(0)
  })

  it('exits with 2 when something was left out, listed on the screen and in the report with the reason', async () => {
    await world.writeFiles({
      'roster.csv': 'name\nEmma\nNoah\n',
      'Emma/1.jpg': await aPicture(1),
      'Emma/2.jpg': 'broken',
    })
    const { code, out } = await runHere(...validArguments())
    expect(code).toBe(2)
    const report = await readFile(join(world.folder, 'import-report.txt'), 'utf8')
    for (const output of [out, report]) {
      expect(output).toContain('Emma/2.jpg was left out: not a JPEG, PNG, TIFF or WebP picture')
      expect(output).toContain('Roster line 3 (Noah) has no photograph of its own')
    }
    expect(report).not.toContain((await readFile(join(world.folder, 'import-codes.csv'), 'utf8')).slice(-13, -3))
  })

  it('exits with 1 when no photograph was imported, and says that the people and their codes were created', async () => {
    await world.writeFiles({ 'roster.csv': 'name\nEmma\nNoah\n', 'Emma/1.jpg': 'broken' })
    const { code, out } = await runHere(...validArguments())
    expect(code).toBe(1)
    expect(out).toContain('No photograph was imported. 2 people and their codes were created (2 in total). 2 warnings.')
  })

  it.each([
    ['no folder', () => [], 'Name one folder'],
    [
      'an unknown provider',
      () => [world.folder, '--provider', 'nobody', '--job', 'x'],
      'There is no provider "nobody"; there are shop',
    ],
    ['an unknown option', () => [...validArguments(), '--redy'], "Unknown option '--redy'"],
    ['two contradictory options', () => [...validArguments(), '--ready', '--not-ready'], 'contradict each other'],
    ['an invalid day', () => [...validArguments(), '--delete-at', '2026-02-30'], '"2026-02-30" is not a date'],
    ['a missing folder', () => [`${world.folder}/none`, ...validArguments().slice(1)], 'cannot be read (ENOENT)'],
    ['no roster', () => validArguments(), 'There is no roster'],
  ])('exits with 1 for %s, says what is wrong and does nothing', async (_name, argv, message) => {
    const { code, problem } = await runHere(...argv())
    expect(code).toBe(1)
    expect(problem).toContain(message)
    expect(await jobsOf(world.app, world.provider.key).count({})).toBe(0)
  })

  it('continues without a report if the folder cannot be written, or writes it elsewhere', async () => {
    await world.writeFiles({ 'roster.csv': 'name\nEmma\n', 'Emma/1.jpg': await aPicture(1) })
    await chmod(world.folder, 0o500)
    await writeFile(join(world.dataDir, 'elsewhere'), '')
    const refused = await runHere(...validArguments(), '--report', join(world.dataDir, 'elsewhere'))
    await chmod(world.folder, 0o700)
    expect(refused.problem).toContain('choose a different folder with --report')
    expect(refused.code).toBe(0)
  })

  it('resumes after it was killed: nothing is duplicated, nothing half done', async () => {
    const files: Record<string, Buffer | string> = { 'roster.csv': 'key,name,group\n1,Emma,4B\n' }
    for (let shot = 0; shot < 60; shot++) files[`1_${shot}.jpg`] = await aPicture(shot)
    files['_group/4B/class.jpg'] = await aPicture(77)
    await world.writeFiles(files)
    const pictures = () => picturesOf(world.app, world.provider.key).find({ 'assignment.to': 'subjects' }).toArray()
    const { child, ended } = start(...validArguments())
    while ((await pictures()).length < 5) await new Promise((done) => setTimeout(done, 5))
    child.kill('SIGKILL')
    await ended
    const left = await pictures()
    expect(left.length).toBeLessThan(60)
    for (const { uuid } of left) {
      expect(await world.app.blobs.head(`${world.provider.key}/pictures/${uuid}/320.jpg`)).not.toBeNull()
    }
    expect((await run(...validArguments())).code).toBe(0)
    const all = await pictures()
    expect(all).toHaveLength(60)
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(60)
    const keys: string[] = []
    for await (const key of world.app.blobs.list(world.provider.key)) keys.push(key)
    expect(keys).toHaveLength(61 * 6)
  })

  it('is continued by a server when it was killed, which stores no code of a child', async () => {
    const files: Record<string, Buffer | string> = {
      'roster.csv': 'key,name,group,code\n1,Emma,4B,MAPLE7\n2,Noah,4B,MAPLE7\n',
    }
    for (let shot = 0; shot < 40; shot++) files[`1_${shot}.jpg`] = await aPicture(shot)
    await world.writeFiles(files)
    const pictures = () => picturesOf(world.app, world.provider.key).find({}).toArray()
    const { child, ended } = start(...validArguments())
    while ((await pictures()).length < 3) await new Promise((done) => setTimeout(done, 5))
    child.kill('SIGKILL')
    await ended
    const later = { ...world.app, clock: () => new Date(Date.now() + LEASE_MS) }
    const runner = runTasks(later, ['import'])
    const task = () => world.app.db.collection<StoredTask>('tasks').findOne({})
    await expect.poll(async () => (await task())?.state, { timeout: 180_000 }).toBe('done')
    await runner.stop()
    expect(await pictures()).toHaveLength(40)
    expect((await task())?.result).toMatchObject({ report: { stopped: false, notes: expect.anything() } })
    expect(await readFile(join(world.folder, 'import-codes.csv'), 'utf8')).toContain('MAPLE7')
    expect(JSON.stringify(await task())).not.toContain('MAPLE7')
  })

  it('stops at the first Ctrl-C after the current files and says how to continue', async () => {
    const files: Record<string, Buffer | string> = { 'roster.csv': 'key,name\n1,Emma\n' }
    for (let shot = 0; shot < 80; shot++) files[`1_${shot}.jpg`] = await aPicture(shot)
    await world.writeFiles(files)
    const { child, ended } = start(...validArguments())
    while (!(await picturesOf(world.app, world.provider.key).findOne({})))
      await new Promise((done) => setTimeout(done, 5))
    child.kill('SIGINT')
    const { code, out } = await ended
    expect(code).toBe(2)
    expect(out).toContain('run the same command again to continue')
  })
})

describe('progress', () => {
  function watch(isTTY: boolean, columns = 80) {
    const written: string[] = []
    let time = 0
    const screen = { isTTY, columns, write: (text: string) => written.push(text) }
    const progress = createProgress(screen, () => time)
    for (let done = 1; done <= 100; done++) {
      time += 500
      progress.show({ done, total: 100 })
    }
    progress.end()
    return written
  }

  it('is one line on a terminal, with rate and time left, never wider than it', () => {
    const written = watch(true)
    expect(written[49]).toBe('\r\u001b[2K██████████░░░░░░░░░░ 50/100 photographs, 2.0/s, 0:25 left')
    expect(written.at(-1)).toBe('\r\u001b[2K')
    for (const line of watch(true, 40)) expect(line.replace('\r\u001b[2K', '').length).toBeLessThan(40)
  })

  it('is a plain line from time to time elsewhere', () => {
    const written = watch(false)
    expect(written).toHaveLength(10)
    expect(written[0]).toBe('10/100 photographs, 2.0/s, 0:45 left\n')
    expect(written.join('')).not.toContain('\u001b')
  })
})
