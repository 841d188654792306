import { describe, expect, it } from 'vitest'
import { notForSale } from '@playhouse/seatmap/list'
import { bandAt, choicesAt, openHall, priceAt, priceFrom, readHouse, tallyBands } from './seating-model.ts'
import { sampleHouse as house, samplePlan, samplePrices } from './sample-model.ts'

const seat = (id: string): number => samplePlan.indexOf(`stalls.${id}`)!

describe('a hall and its prices', () => {
  it('says what a seat costs at each price type, the default first', () => {
    expect(choicesAt(house, seat('B.2')).map(({ priceType, price }) => [priceType.id, price])).toEqual([
      ['full', 4500],
      ['under-26', 1500],
    ])
    expect(priceAt(house, seat('A.1'))?.price).toBe(6000)
  })

  it('falls back to the default where a price type is not sold in the band', () => {
    expect(priceAt(house, seat('A.1'), 'under-26')?.priceType.id).toBe('full')
  })

  it('takes a band without a price out of the sale', () => {
    expect(house.bandOf[seat('C.4')]).toBe(notForSale)
    expect(bandAt(house, seat('C.4'))).toBeUndefined()
    expect(choicesAt(house, seat('C.4'))).toEqual([])
    const { isOpen } = openHall(house, new Uint8Array(12), [seat('B.1')])
    expect(['A.1', 'B.1', 'C.4'].map((id) => isOpen(seat(id)))).toEqual([true, false, false])
  })

  it('counts the free seats of each band', () => {
    const outlook = new Uint8Array(12)
    outlook[seat('A.1')] = 1
    expect(tallyBands(house, outlook)).toEqual([
      { band: 'a', full: 6000, left: 3 },
      { band: 'b', full: 4500, left: 7 },
    ])
    expect(priceFrom(house, 'b')).toBe(4500)
    expect(priceFrom(house, 'd')).toBeUndefined()
  })

  it('refuses a price list that does not cover the hall', () => {
    expect(() => readHouse(samplePlan, { ...samplePrices, seatBands: [[2, 3]] })).toThrow(RangeError)
  })
})
