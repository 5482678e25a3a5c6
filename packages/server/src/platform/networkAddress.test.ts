import { expect, it } from 'vitest'
import { networkAddress, truncatedAddress } from './networkAddress.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (ip, counted) => {
  expect(networkAddress(ip)).toBe(counted)
})

it.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113.7, evil',
  '999.1.1.1',
  '1.2.3.4:',
  ':::',
  '2001:db8::g',
  'x'.repeat(500),
])('text that is not an address (%s) counts as one sender, however it is written', (ip) => {
  expect(networkAddress(ip)).toBe('unknown')
})

it.each([
  ['203.0.113.77', '203.0.113.0'],
  ['203.0.113.255:443', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['[2001:db8:1:ffff::6]:443', '2001:db8:1::'],
  ['2001:db8::6', '2001:db8:0::'],
  ['fe80::1%eth0', 'fe80:0:0::'],
  ['', 'unknown'],
  ['203.0.113.7, evil', 'unknown'],
])('%s is written into logs as %s', (ip, written) => {
  expect(truncatedAddress(ip)).toBe(written)
})
