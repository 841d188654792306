import { Secret, TOTP } from 'otpauth'

/** Seconds for which a code of an authenticator is shown (RFC 6238). */
export const stepSeconds = 30
/** Steps before and after this one that still count: clocks differ, and people type slowly. */
const maxStepDrift = 1

/** A secret of 160 bits, as RFC 4226 advises, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const authenticator = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

/** What an authenticator app reads from the QR code. */
export const otpauthUri = (secret: string, issuer: string, label: string): string => authenticator(secret, label, issuer).toString()

/** The time step whose code this is, at an instant in milliseconds; undefined for a code of no step near it. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = authenticator(secret).validate({ token: code, timestamp: now, window: maxStepDrift })
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta
}
