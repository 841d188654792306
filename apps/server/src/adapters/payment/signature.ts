import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum difference between a signature's time and our clock, in seconds. */
const toleranceSeconds = 300

/**
 * Whether `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">` is a valid and recent signature of the body. A provider that
 * rotates its secret may send several `v1`.
 * @param now epoch milliseconds
 */
export function isSignedBy(secret: string, signature: string | undefined, rawBody: Buffer | string, now: number): boolean {
  const fields = (signature ?? '').split(',').map((field) => field.split('='))
  const at = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(at) || Math.abs(now / 1000 - Number(at)) > toleranceSeconds) return false
  const expectedSignature = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest()
  return fields.some(([name, value]) => {
    const digest = Buffer.from(name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? value! : '', 'hex')
    return digest.length === expectedSignature.length && timingSafeEqual(digest, expectedSignature)
  })
}
