import { Secret, TOTP } from 'otpauth'

/** Seconds for which an authenticator shows a code (RFC 6238). */
export const stepSeconds = 30
/** Time steps before and after the current one that are accepted, because clocks differ and typing takes time. */
const maxStepDrift = 1

/** A secret of 160 bits in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const authenticator = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

/** The URI that an authenticator app reads from the QR code. */
export const otpauthUri = (secret: string, issuer: string, label: string): string => authenticator(secret, label, issuer).toString()

/** The time step of a code at a time in milliseconds; undefined if it belongs to no step near it. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = authenticator(secret).validate({ token: code, timestamp: now, window: maxStepDrift })
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta
}
