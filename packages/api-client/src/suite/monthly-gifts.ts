import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { monthlyWording } from '@playhouse/domain/monthly-gift'
import type { ItemSuiteHost } from './item-kinds.ts'
import { code, register, value, visitorOf } from './visitor.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** Monthly gifts: what a fund takes, and that nothing starts without a card or a direct debit of the customer. */
export function describeMonthlyGifts(host: () => ItemSuiteHost): void {
  it('takes monthly gifts for funds that have them, and starts none without a card', async () => {
    const client = visitorOf(host())
    expect(code(await client.me.monthlyGifts())).toBe('login-required')
    value(await register(client))
    expect(value(await client.me.monthlyGifts()).gifts).toEqual([])
    const gift = { fund: 'stage', appeal: null, amount: money(10_00), recognitionName: null, isAnonymous: false, tributeName: null }
    const start = async (changes: object = {}) =>
      code(await client.me.startMonthlyGift({ body: { ...gift, day: 15, wording: monthlyWording, directDebit: null, ...changes } }))
    expect(await start({ fund: 'roof' }), 'no monthly gifts').toBe('page-not-found')
    expect(await start({ fund: 'organ' })).toBe('fund-closed')
    expect(await start({ appeal: 'nothing' })).toBe('page-not-found')
    expect(await start({ amount: money(1_99) })).toBe('invalid-input')
    expect(await start({ day: 29 })).toBe('invalid-input')
    expect(await start({ wording: 'another' })).toBe('details-not-updated')
    expect(await start({ directDebit: id })).toBe('details-not-updated')
    expect(await start()).toBe('details-not-updated')
    expect(code(await client.me.changeMonthlyGift({ params: { id }, body: { amount: money(5_00) } }))).toBe('page-not-found')
    expect(code(await client.me.stopMonthlyGift({ params: { id } }))).toBe('page-not-found')
    expect(value(await client.me.monthlyGifts()).gifts).toEqual([])
  })
}
