import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old a signature may be, or how far ahead of our clock, in seconds. */
const tolerance = 300

/**
 * Whether `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">` signs these very bytes, and did so just now. A
 * provider that changes its secret may send several `v1`.
 * @param now epoch milliseconds
 */
export function isSignedBy(secret: string, signature: string | undefined, rawBody: Buffer | string, now: number): boolean {
  const fields = (signature ?? '').split(',').map((field) => field.split('='))
  const at = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(at) || Math.abs(now / 1000 - Number(at)) > tolerance) return false
  const expected = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest()
  return fields.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? value! : '', 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
