import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bands } from '@playhouse/domain/pricing'
import { seatNeeds } from '@playhouse/domain/plan/best'
import { needCodes, readBestCall } from './best-call.ts'

it('parses the quantity, the band, the needs and the price', () => {
  expect(readBestCall('4')).toEqual({ quantity: 4, band: undefined, needs: [], price: undefined })
  expect(readBestCall(' 4 B ')).toMatchObject({ quantity: 4, band: 'b' })
  expect(readBestCall('2 p2 = conc')).toMatchObject({ band: 'premium-2', price: 'conc' })
  expect(readBestCall('2 wc sf')).toMatchObject({ needs: ['wheelchair', 'step-free'] })
  expect(readBestCall('2 co')?.needs.toSorted()).toEqual(['companion', 'wheelchair'])
})

it('rejects the names of seats', () => {
  for (const text of ['', 'c14', 'c14-15', '27/4', '0', '51', '4 z', '4 a b', 'pit*4', '1 a1', '1 co', '14-15', '4,5'])
    expect(readBestCall(text), text).toBeUndefined()
})

it('parses a distinct code for every band and need, and never throws', () => {
  expect(new Set(Object.values(needCodes)).size).toBe(seatNeeds.length)
  for (const need of seatNeeds) expect(readBestCall(`3 ${needCodes[need]}`)?.needs, need).toContain(need)
  for (const band of bands) expect(readBestCall(`3 ${band}`)?.band, band).toBe(band)
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => void readBestCall(text)))
})
