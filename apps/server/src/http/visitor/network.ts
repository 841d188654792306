import { isIPv6 } from 'node:net'

/**
 * Whose address it is, for limits: an IPv4 address as it is, an IPv6 one cut to its /64, for one household or one server
 * has all of those (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? prefixOf(plain, 4) : plain
}

/**
 * The wider network around an address, for limits that are several times as high: an IPv4 /24, an IPv6 /48, which anybody who
 * rents one server may have whole, with 65,536 networks of its own (RFC 6177).
 */
export function wideNetworkOf(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? prefixOf(plain, 3) : plain.replace(/\.\d+$/, '.0/24')
}

/** An IPv4 address that came as an IPv6 one is what it is. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

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
 * The network of a visitor, where their address says anything about them: one of this very machine is that of a proxy
 * which we weren't told of, and everybody would share it.
 */
export function visitorNetwork(address: string): string | undefined {
  const network = networkOf(address)
  return network.startsWith('127.') || network === '0:0:0:0::/64' ? undefined : network
}
