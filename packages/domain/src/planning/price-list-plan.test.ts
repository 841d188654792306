import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { bands, type PriceList, priceListSchema } from '../pricing/pricing.ts'
import { changedFields, changedValues, undoneValue } from './change.ts'
import {
  addedPriceTypes,
  editPriceList,
  leavesRange,
  grossPotential,
  type PriceListEdit,
  priceListEditProblem,
  priceListEditSchema,
  priceListOfStored,
  priceOfField,
  seatsByBand,
  storedPriceListOf,
} from './price-list-plan.ts'

const price = (amount: number, fee = 1_50) => ({ price: money(amount), fee: money(fee) })
const a = { full: price(40_00), 'under-26': price(20_00) }
const list: PriceList = {
  ...{ id: 'week', name: 'Weekdays', hall: 'main' },
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' },
    { id: 'under-26', name: 'Under 26', kind: 'under-26', limit: 2 },
    { id: 'access', name: 'Access', kind: 'access' },
  ],
  prices: { a, b: { full: price(30_00), access: price(15_00) } },
  seatBands: [
    [bands.indexOf('a'), 10],
    [bands.indexOf('b'), 20],
    [bands.indexOf('a'), 5],
  ],
}
const stored = storedPriceListOf(list)
const edit = (change: Partial<PriceListEdit> = {}): PriceListEdit => ({
  ...{ name: 'Weekdays', priceTypes: list.priceTypes, prices: list.prices },
  ...change,
})
const fieldsOf = (change: Partial<PriceListEdit>, isLive = false) => {
  const found = priceListEditProblem(stored, editPriceList(stored, edit(change)), isLive)
  return found ? found.params.fields : []
}

describe('a stored price list', () => {
  it('is read as the price list that was stored', () => {
    const read = priceListOfStored('week', stored)
    expect(read).toEqual(list)
    expect(priceListSchema.safeParse(read).success).toBe(true)
  })

  it('has a field for each price, so that one changed price is one changed field', () => {
    const dearer = editPriceList(stored, edit({ prices: { ...list.prices, a: { ...list.prices.a, full: price(45_00) } } }))
    expect(changedFields(stored, dearer)).toEqual([{ field: 'price.a.full', before: price(40_00), after: price(45_00) }])
    expect(priceOfField('price.premium-2.under-26')).toEqual({ band: 'premium-2', type: 'under-26' })
    expect(priceOfField('priceTypes')).toBeUndefined()
    expect(priceOfField('price.z.full')).toBeUndefined()
  })

  it('keeps later changes of other prices where an earlier change is undone', () => {
    const dearer = editPriceList(stored, edit({ prices: { ...list.prices, a: { full: price(45_00) } } }))
    const row = changedValues({ before: stored, after: dearer })
    const later = editPriceList(dearer, edit({ prices: { a: { full: price(45_00) }, b: { full: price(35_00) } } }))
    expect(priceListOfStored('week', undoneValue(row, later) as typeof stored).prices).toEqual({
      ...{ a, b: { full: price(35_00) } },
    })
  })
})

describe('an edit of a price list', () => {
  it('rejects a price type that is removed or gets another kind', () => {
    expect(fieldsOf({})).toEqual([])
    expect(fieldsOf({ priceTypes: list.priceTypes.map((type) => ({ ...type, name: `${type.name} ticket` })) })).toEqual([])
    expect(fieldsOf({ priceTypes: list.priceTypes.slice(0, 2), prices: { a, b: { full: price(30_00) } } })).toEqual(['priceTypes'])
    expect(fieldsOf({ priceTypes: list.priceTypes.map((type) => ({ ...type, kind: 'staff' as const })) })).toEqual(['priceTypes'])
  })

  it('rejects a price of an unknown price type, and a band without a price where the list is on sale', () => {
    expect(fieldsOf({ prices: { ...list.prices, b: { full: price(30_00), child: price(10_00) } } })).toEqual(['prices.b.child'])
    expect(fieldsOf({ prices: { a } })).toEqual([])
    expect(fieldsOf({ prices: { a } }, true)).toEqual(['prices.b'])
  })

  it.each([
    ['a price under zero', { prices: { a: { full: price(-1, -1) } } }],
    ['a fee above the price', { prices: { a: { full: price(1_00, 2_00) } } }],
    ['a fraction of a penny', { prices: { a: { full: { price: 1.5, fee: 0 } } } }],
    ['a price beyond all limits', { prices: { a: { full: price(99_999_999, 0) } } }],
    ['an unknown band', { prices: { z: { full: price(1_00) } } }],
    ['two price types with the same id', { priceTypes: [list.priceTypes[0], list.priceTypes[0]] }],
    ['no price type', { priceTypes: [] }],
    ['a blank name', { name: '  ' }],
  ])('rejects %s', (_case, change) => {
    expect(priceListEditSchema.safeParse(edit()).success).toBe(true)
    expect(priceListEditSchema.safeParse({ ...edit(), ...change }).success).toBe(false)
  })

  it('leaves the range of a price type that is pay what you can, where a later change gave it one', () => {
    const dearer = editPriceList(stored, edit({ prices: { ...list.prices, a: { ...a, full: price(50_00) } } }))
    const row = changedValues({ before: stored, after: dearer })
    const withRange = (least: number) => ({
      ...dearer,
      priceTypes: list.priceTypes.map((type) =>
        type.id === 'full' ? { ...type, payWhatYouCan: { least: money(least), most: money(60_00) } } : type,
      ),
    })
    expect(leavesRange(row, dearer)).toBe(false)
    expect(leavesRange(row, withRange(30_00))).toBe(false)
    expect(leavesRange(row, withRange(45_00))).toBe(true)
  })

  it('names the price types that it adds', () => {
    const child = { id: 'child', name: 'Child', kind: 'concession' as const }
    expect(addedPriceTypes(stored, editPriceList(stored, edit({ priceTypes: [...list.priceTypes, child] })))).toEqual(['child'])
    expect(addedPriceTypes(null, stored)).toEqual(['full', 'under-26', 'access'])
  })
})

it('computes what a performance would take with all seats sold at the usual price', () => {
  const seats = seatsByBand(list.seatBands)
  expect(seats).toEqual([
    { band: 'a', seats: 15 },
    { band: 'b', seats: 20 },
  ])
  expect(grossPotential(list, seats)).toBe(15 * 40_00 + 20 * 30_00)
  expect(grossPotential({ ...list, prices: { b: { access: price(15_00) } } }, seats)).toBe(0)
})
