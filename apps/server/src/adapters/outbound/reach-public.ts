import { lookup, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Posts a form to a service on the public internet, and returns the JSON of its response. */
export type FetchPublic = (url: string, form: URLSearchParams) => Promise<unknown>

/** Address ranges that no public service has (IANA's special-purpose registries). */
const specialNetworks = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  specialNetworks.addSubnet(net, bits, 'ipv4')
// Includes the ranges of IPv6 addresses that embed an IPv4 address.
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  specialNetworks.addSubnet(net, bits, 'ipv6')

/** Whether an address is on the public internet: not this machine, its network, or the metadata service of its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !specialNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Resolves a name to the public address that is then connected to: a second lookup could resolve to another (DNS rebinding). */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    const first = addresses.find(({ address }) => isPublicAddress(address))
    if (!first) return done(new Error(`${host} is not a public address`), '')
    return options.all ? done(null, [first]) : done(null, first.address, first.family)
  })
}

const timeoutMs = 4_000
const maxBytes = 64 * 1024

/** Connects over TLS, to public addresses only. Follows no redirect, times out after four seconds, and reads at most 64 kB. */
export const fetchPublic: FetchPublic = (url, form) => {
  const { protocol, hostname } = new URL(url)
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || (isIP(literal) !== 0 && !isPublicAddress(literal)))
    return Promise.reject(new Error(`${hostname} is not a public address`))
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        lookup: lookupPublic,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > maxBytes) outgoing.destroy(new Error(`the response of ${hostname} exceeds ${maxBytes} bytes`))
        })
        response.on('error', reject)
        response.on('end', () => {
          try {
            if (response.statusCode !== 200) throw new Error(`${hostname} answered ${response.statusCode}`)
            resolve(JSON.parse(text))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(form.toString())
  })
}
