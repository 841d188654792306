import { Secret } from 'otpauth'
import { expect, it } from 'vitest'
import { otpauthUri, newSecret, stepOf, stepSeconds } from './totp.ts'

/** RFC 6238, appendix B: SHA-1. An authenticator shows the last six of its eight digits. */
const secret = Secret.fromUTF8('12345678901234567890').base32
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

it.each(vectors)('accepts the code of the RFC at second %i', (second, eight) => {
  const step = Math.floor(second / stepSeconds)
  expect(stepOf(secret, eight.slice(2), second * 1000)).toBe(step)
  expect(stepOf(secret, eight.slice(2), (second + stepSeconds) * 1000), 'typed slowly').toBe(step)
  expect(stepOf(secret, eight.slice(2), (second + 3 * stepSeconds) * 1000), 'old').toBeUndefined()
})

it('rejects anything else', () => {
  for (const code of ['', '28708', '2870822', 'abcdef', '287 082', '٢٨٧٠٨٢']) expect(stepOf(secret, code, 59_000), code).toBeUndefined()
})

it('creates secrets of 160 bits, and the URI for authenticator apps', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  expect(otpauthUri(secret, 'The Bridge', 'ann@house.example')).toMatch(
    new RegExp(String.raw`^otpauth://totp/The%20Bridge:ann%40house\.example\?.*secret=${secret}`),
  )
})
