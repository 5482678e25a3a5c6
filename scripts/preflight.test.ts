import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDataFolder, checkPorts, isEmptyFolder, PreflightError } from './preflight.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portraitkit-preflight-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('ports', () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::'])
    it(`says that a port is in use at ${host}, and how to choose another`, async () => {
      const server = createServer()
      const port = await new Promise<number>((done) =>
        server.listen(0, host, () => done((server.address() as AddressInfo).port)),
      )
      try {
        const check = checkPorts([{ port, variable: 'PORT' }])
        await expect(check).rejects.toThrow(PreflightError)
        await expect(check).rejects.toThrow(new RegExp(`^Port ${port} is in use: .* PORT=\\d+ npm start\\.$`))
      } finally {
        server.close()
      }
    })

  it('says that two are the same', async () => {
    const check = checkPorts([
      { port: 49_999, variable: 'PORT' },
      { port: 49_999, variable: 'PLAIN_PORT' },
    ])
    await expect(check).rejects.toThrow('PORT and PLAIN_PORT are both 49999')
  })

  it('lets free ports through, and leaves them free', async () => {
    await checkPorts([{ port: 0, variable: 'PORT' }])
  })
})

describe('the data folder', () => {
  it('is made where it is missing, and is empty then', () => {
    const made = join(folder, 'a', 'b')
    checkDataFolder(made)
    expect(isEmptyFolder(made)).toBe(true)
    writeFileSync(join(made, 'database'), '')
    expect(isEmptyFolder(made)).toBe(false)
  })

  it('is refused in one sentence where it cannot be written', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const check = () => checkDataFolder(join(file, 'data'))
    expect(check).toThrow(PreflightError)
    expect(check).toThrow(/^The data folder .* cannot be written \(\w+\): .* DATA_DIR=<folder> npm start\.$/)
  })
})
