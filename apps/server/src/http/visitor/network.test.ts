import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { networkOf, visitorNetwork, wideNetworkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::5:4:3:2:1', '2001:db8:0:5::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('neighbours of a household are one, another household is another', () => {
  expect(networkOf('2001:db8:7:1::a')).toBe(networkOf('2001:db8:7:1:ffff:ffff:ffff:ffff'))
  expect(networkOf('2001:db8:7:1::a')).not.toBe(networkOf('2001:db8:7:2::a'))
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s belongs to the wider network %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network)
})

test('a connection that the client has closed has no network', () => {
  const { remoteAddress } = new Socket()
  expect(visitorNetwork(remoteAddress)).toBeUndefined()
  expect([networkOf(remoteAddress), wideNetworkOf(remoteAddress)]).toEqual(['', ''])
})
