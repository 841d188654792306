import { isIPv6 } from 'node:net'

/**
 * Whose address it is, for limits: an IPv4 address as it is, an IPv6 one cut to its /64, for one household or one server
 * has all of those (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * The network of a visitor, where their address says anything about them: one of this very machine is that of a proxy
 * which we weren't told of, and everybody would share it.
 */
export function visitorNetwork(address: string): string | undefined {
  const network = networkOf(address)
  return network.startsWith('127.') || network === '0:0:0:0::/64' ? undefined : network
}
