import { isIPv6 } from 'node:net'

/** The address of a request (`request.ip`). Undefined once the client has closed the connection, and reads no reply. */
type Address = string | undefined

/**
 * The network of an address, for limits: an IPv4 address unchanged, an IPv6 address reduced to its /64, which one household or
 * one server has whole (RFC 6177). Empty without an address.
 */
export function networkOf(address: Address): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? prefixOf(plain, 4) : plain
}

/**
 * The wide network of an address, for higher limits: an IPv4 /24, or an IPv6 /48, which the tenant of one server may have whole,
 * with 65,536 networks (RFC 6177).
 */
export function wideNetworkOf(address: Address): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? prefixOf(plain, 3) : plain.replace(/\.\d+$/, '.0/24')
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const plainAddress = (address: Address = ''): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** The first groups of an IPv6 address, of 16 bits each, without leading zeros. */
function prefixOf(plain: string, count: number): string {
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${whole
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${16 * count}`
}

/**
 * The network of a visitor; undefined for a loopback address, which is that of a proxy that is not configured and would be
 * shared by all visitors, and without an address.
 */
export function visitorNetwork(address: Address): string | undefined {
  if (address === undefined) return undefined
  const network = networkOf(address)
  return network.startsWith('127.') || network === '0:0:0:0::/64' ? undefined : network
}
