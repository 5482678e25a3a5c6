import { isIPv4, isIPv6 } from 'node:net'
import type { Env } from './env.ts'

/**
 * Koa's options that decide from which address a request came, `http.ip`: the connection's own, or, behind as many trusted
 * proxies, the entry of `X-Forwarded-For` that the outermost of them has written.
 */
export function senderOptions({ trustProxy }: Env): { proxy: boolean; maxIpsCount: number } {
  return { proxy: trustProxy > 0, maxIpsCount: trustProxy }
}

/**
 * The network address that a request counts for: an IPv4 address, or the /64 that one household or phone holds of IPv6. However
 * it is spelled (with a port, in brackets, shortened, as an IPv4 address within IPv6), the same sender counts as the same; text
 * that is not an address, which only a misconfigured proxy forwards, counts as one sender.
 */
export function networkAddress(ip: string): string {
  const bare = withoutPort(ip.trim()).replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * The network address without its last part, for logs: the /24 of an IPv4 address, such as `203.0.113.0`, or the /48 of an IPv6 address,
 * such as `2001:db8:1::`.
 */
export function truncatedAddress(ip: string): string {
  const address = networkAddress(ip)
  if (isIPv4(address)) return address.replace(/\d+$/, '0')
  return address.replace(/^(\w+:\w+:\w+):.*$/, '$1::')
}

/** Proxies write a port after an address, and IPv6 then in brackets. */
function withoutPort(written: string): string {
  const [, inBrackets] = written.match(/^\[([^\]]+)\](?::\d+)?$/) ?? []
  const [, beforePort] = written.match(/^([\d.]+):\d+$/) ?? []
  return inBrackets ?? beforePort ?? written
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // the URL standard spells an address in one way, with hexadecimal groups alone
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = '', right] = spelled.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [numbers(left), numbers(right ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
