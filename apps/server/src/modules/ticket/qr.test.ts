import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newQrCode, qrModules } from './qr.ts'

describe('newQrCode', () => {
  const codes = Array.from({ length: 20_000 }, newQrCode)

  test('is 20 digits beginning with 99', () => {
    expect(codes.filter((code) => !/^99\d{18}$/.test(code))).toEqual([])
  })

  test('repeats no number', () => {
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('uses every digit at every position about equally, including a leading zero', () => {
    for (let place = 2; place < 20; place++) {
      const counts = new Map<string, number>()
      for (const code of codes) counts.set(code[place]!, (counts.get(code[place]!) ?? 0) + 1)
      expect(counts.size).toBe(10)
      // 2,000 expected; one in ten million fair draws deviates this far.
      for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250)
    }
  })
})

describe('qrModules', () => {
  const code = fc.stringMatching(/^99\d{18}$/)
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

  test('encodes every ticket number in the smallest symbol, with its three finder patterns', () => {
    fc.assert(
      fc.property(code, (number) => {
        const { size, bits } = qrModules(number)
        expect(size).toBe(21)
        expect(bits).toMatch(/^[01]{441}$/)
        const corner = (top: number, left: number) => finder.map((_, y) => bits.slice((top + y) * size + left, (top + y) * size + left + 7))
        expect([corner(0, 0), corner(0, 14), corner(14, 0)]).toEqual([finder, finder, finder])
      }),
    )
  })

  test('encodes equal numbers equally, and different ones differently', () => {
    fc.assert(
      fc.property(code, code, (one, other) => {
        expect(qrModules(one).bits === qrModules(other).bits).toBe(one === other)
      }),
    )
  })
})
