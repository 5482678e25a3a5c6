import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { checkPorts, PortsError } from './ports.ts'

describe('ports', () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::'])
    it(`says that a port is in use at ${host}, and how to choose another`, async () => {
      const server = createServer()
      const port = await new Promise<number>((done) =>
        server.listen(0, host, () => done((server.address() as AddressInfo).port)),
      )
      try {
        const check = checkPorts([{ port, variable: 'PORT' }])
        await expect(check).rejects.toThrow(PortsError)
        await expect(check).rejects.toThrow(new RegExp(`^Port ${port} is in use: .* PORT=\\d+ npm start\\.$`))
      } finally {
        server.close()
      }
    })

  it('reports that two are the same', async () => {
    const check = checkPorts([
      { port: 49_999, variable: 'PORT' },
      { port: 49_999, variable: 'PLAIN_PORT' },
    ])
    await expect(check).rejects.toThrow('PORT and PLAIN_PORT are both 49999')
  })

  it('allows free ports, and leaves them free', async () => {
    await checkPorts([{ port: 0, variable: 'PORT' }])
  })
})
