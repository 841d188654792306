import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { type FlexDefinition, flexDefinitionSchema, isFlexOnSale, isOpenFlex, lastDayOf, viewFlex } from './flex-subscription.ts'

const four: FlexDefinition = {
  ...{ flex: 'four', name: { text: 'Four' }, summary: { text: 'Four plays.' }, price: money(100_00), vouchers: 4 },
  ...{ bands: [], perPerformance: 2, perCustomer: null, validMonths: 12, validUntil: null },
  ...{
    saleFrom: '2026-03-01T10:00',
    saleUntil: '2026-09-01T00:00',
    productions: ['emma', 'secret'],
    performances: [],
    priceTypes: ['full'],
  },
}
const at = (now: string) => ({ timeZone: 'Europe/London', now: Date.parse(now) })

describe('flexible subscriptions', () => {
  it('are on sale between their wall clock times at the theatre, and listed until the sale ends', () => {
    const states = ['2026-03-01T09:59:00Z', '2026-03-01T10:00:00Z', '2026-08-31T22:59:00Z', '2026-08-31T23:00:00Z'].map((now) => [
      isFlexOnSale(four, at(now)),
      isOpenFlex(four, at(now)),
    ])
    expect(states).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [false, false],
    ])
  })
  it('are not sold after their last day', () => {
    const ended = { ...four, saleFrom: null, saleUntil: null, validMonths: null, validUntil: '2026-06-30' }
    expect([isFlexOnSale(ended, at('2026-06-30T22:59:00Z')), isFlexOnSale(ended, at('2026-06-30T23:00:00Z'))]).toEqual([true, false])
  })
  it('end a number of months after the sale, or on a day', () => {
    expect(lastDayOf(four, '2026-02-28')).toBe('2027-02-28')
    expect(lastDayOf({ validMonths: 1, validUntil: null }, '2026-01-31')).toBe('2026-02-28')
    expect(lastDayOf({ validMonths: null, validUntil: '2026-12-31' }, '2026-02-28')).toBe('2026-12-31')
  })
  it('have either months or a last day', () => {
    expect(flexDefinitionSchema.safeParse(four).success).toBe(true)
    expect(flexDefinitionSchema.safeParse({ ...four, validUntil: '2026-12-31' }).success).toBe(false)
    expect(flexDefinitionSchema.safeParse({ ...four, validMonths: null }).success).toBe(false)
  })
  it('name only the productions that the visitor may see', () => {
    const view = viewFlex(four, at('2026-04-01T12:00:00Z'), (id) => (id === 'secret' ? undefined : 'Emma'))
    expect(view).toMatchObject({ isOnSale: true, saleFrom: '2026-03-01T10:00:00.000Z', events: [{ event: 'emma', title: 'Emma' }] })
    expect(viewFlex({ ...four, productions: [] }, at('2026-04-01T12:00:00Z'), () => undefined).events).toBeNull()
  })
})
