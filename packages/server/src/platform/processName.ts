import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names this process to people and to other processes of the shop: its machine and its number. */
export const processName = (): string => `${hostname()} ${process.pid}`

/** Whether a process has died on this machine: then nobody has to wait until what it holds expires. */
export function isProcessGone(name = ''): boolean {
  const [machine, pid] = name.split(' ')
  return machine === hostname() && isGone(Number(pid))
}

/**
 * Like `processName`, for what has no fence against a second holder: two containers may have the same host name, and each has numbers
 * of its own. Null where the kernel does not tell them apart.
 */
export function processIdentity(pid = process.pid): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${pid}`
  } catch {
    return null
  }
}

/** Whether the process with this identity ran beside this one and has died. */
export function isIdentityGone(identity: string | null = null): boolean {
  const pid = Number(identity?.split(' ').at(-1))
  return identity !== null && identity === processIdentity(pid) && isGone(pid)
}

function isGone(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process exists.
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
