import { hostname } from 'node:os'

/** Names this process to other processes of the shop: its machine and its number. */
export const processName = (): string => `${hostname()} ${process.pid}`

/** Whether a process has died on this machine: then nobody has to wait until what it holds expires. */
export function isProcessGone(name = ''): boolean {
  const [machine, pid] = name.split(' ')
  if (machine !== hostname()) return false
  try {
    // Signal 0 only asks whether the process exists.
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
