import { expect, it } from 'vitest'
import { promoCodeOf } from '../pricing/promo.ts'
import { bytesOfSingleUseCode, newSingleUseCodesSchema, singleUseCodeOf } from './single-use-codes.ts'

it('writes random bytes as letters and digits that are not mistaken for each other, after a prefix', () => {
  const bytes = Uint8Array.from({ length: bytesOfSingleUseCode }, (_, nth) => nth * 25)
  expect(singleUseCodeOf('', bytes)).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  expect(singleUseCodeOf('SPRING', bytes)).toBe(`SPRING-${singleUseCodeOf('', bytes)}`)
  expect(singleUseCodeOf('SPRING-', bytes)).toBe(`SPRING-${singleUseCodeOf('', bytes)}`)
  // Visitors type codes in either case.
  expect(promoCodeOf(` ${singleUseCodeOf('SPRING', bytes).toLowerCase()} `)).toBe(singleUseCodeOf('SPRING', bytes))
})

it('writes different bits as different codes', () => {
  const all = Array.from({ length: 32 }, (_, byte) => singleUseCodeOf('', new Uint8Array(bytesOfSingleUseCode).fill(byte)))
  expect(new Set(all).size).toBe(32)
})

it('reads a prefix in capitals, and refuses one with other letters, a hyphen at its start, or too many of them', () => {
  const read = (prefix: string) => newSingleUseCodesSchema.safeParse({ count: 1, prefix })
  expect(read(' spring 27 ')).toMatchObject({ data: { prefix: 'SPRING27' } })
  expect(read('')).toMatchObject({ data: { prefix: '' } })
  for (const prefix of ['-A', 'É', 'A'.repeat(17)]) expect(read(prefix).success).toBe(false)
  for (const count of [0, 1001, 1.5]) expect(newSingleUseCodesSchema.safeParse({ count, prefix: '' }).success).toBe(false)
})
