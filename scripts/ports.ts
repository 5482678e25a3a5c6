import { createServer } from 'node:net'

/** The reason why the shop cannot be started here; the message is one sentence that says what to do. */
export class PortsError extends Error {
  override name = 'PortsError'
}

/** A port on which something will listen, and the variable that changes it. */
export interface PortSetting {
  port: number
  variable: string
}

/** Throws PortsError if one of the ports is in use, by another program or by another of these. */
export async function checkPorts(ports: readonly PortSetting[]): Promise<void> {
  const seen = new Map<number, string>()
  for (const { port, variable } of ports) {
    const other = seen.get(port)
    if (other) throw new PortsError(`${other} and ${variable} are both ${port}: give each a port of its own.`)
    if (port !== 0) seen.set(port, variable)
    const reason = await portTakenError(port)
    const advice = `choose another with ${variable}=${port < 60_000 ? port + 1000 : port - 1000} npm start`
    if (reason === 'EADDRINUSE')
      throw new PortsError(`Port ${port} is in use: stop the program that uses it, or ${advice}.`)
    if (reason) throw new PortsError(`Port ${port} cannot be used (${reason}): ${advice}.`)
  }
}

function portTakenError(port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen(port, () => server.close(() => done(undefined)))
  })
}
