import { describe, expect, it } from 'vitest'
import { notForSale } from '@playhouse/seatmap/list'
import { bandAt, choicesAt, hallOccupancy, priceAt, priceFrom, buildSeatingModel, countBands } from './seating-model.ts'
import { sampleModel as model, samplePlan, samplePrices } from './sample-model.ts'

const seat = (id: string): number => samplePlan.indexOf(`stalls.${id}`)!

describe('a hall and its prices', () => {
  it('returns the prices of a seat by price type, the default first', () => {
    expect(choicesAt(model, seat('B.2')).map(({ priceType, price }) => [priceType.id, price])).toEqual([
      ['full', 4500],
      ['under-26', 1500],
    ])
    expect(priceAt(model, seat('A.1'))?.price).toBe(6000)
  })

  it('falls back to the default where a price type is not sold in the band', () => {
    expect(priceAt(model, seat('A.1'), 'under-26')?.priceType.id).toBe('full')
  })

  it('excludes a band without a price from sale', () => {
    expect(model.bandOf[seat('C.4')]).toBe(notForSale)
    expect(bandAt(model, seat('C.4'))).toBeUndefined()
    expect(choicesAt(model, seat('C.4'))).toEqual([])
    const { isOpen } = hallOccupancy(model, new Uint8Array(12), [seat('B.1')])
    expect(['A.1', 'B.1', 'C.4'].map((id) => isOpen(seat(id)))).toEqual([true, false, false])
  })

  it('counts the free seats of each band', () => {
    const availability = new Uint8Array(12)
    availability[seat('A.1')] = 1
    expect(countBands(model, availability)).toEqual([
      { band: 'a', full: 6000, free: 3 },
      { band: 'b', full: 4500, free: 7 },
    ])
    expect(priceFrom(model, 'b')).toBe(4500)
    expect(priceFrom(model, 'd')).toBeUndefined()
  })

  it('refuses a price list that does not cover the hall', () => {
    expect(() => buildSeatingModel(samplePlan, { ...samplePrices, seatBands: [[2, 3]] })).toThrow(RangeError)
  })
})
