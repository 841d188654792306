import { isIPv4 } from 'node:net'

/** Whether a host name or an address means this machine and no other. */
export function isLoopback(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(?=\d+\.)/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}
