import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemToAdd } from '#contract'
import { sellTwoVouchers } from './counter-items.ts'
import { readReportDay, readTakingsSince, soldOf } from './takings.ts'
import { code, newAddress, value } from './visitor.ts'

type Voucher = Omit<Extract<ItemToAdd, { kind: 'gift-voucher' }>, 'kind' | 'quantity'>

/** Sells a gift voucher of 25.00 and prints its code. @returns its id */
export async function sellVoucherToTopUp(staff: ApiClient, voucher: Voucher): Promise<string> {
  const number = await sellTwoVouchers(staff, voucher)
  value(await staff.afterSale.printVouchers({ params: { number } }))
  return value(await staff.staffVouchers.ofOrder({ params: { number } })).vouchers[0]!.id
}

/** Money onto gift vouchers that exist, over `sellingBrand`, whose vouchers hold at most 300.00. */
export function describeVoucherTopUps(staff: () => ApiClient, toSell: Voucher): void {
  const read = async (voucher: string) => value(await staff().staffVouchers.read({ params: { voucher } }))
  const add = (voucher: string, amount: number) =>
    staff().counter.addItem({ body: { kind: 'voucher-top-up', voucher, amount: money(amount) } })
  const sell = async (way: 'cash' | 'invoice' = 'cash') => {
    const { basket } = value(await staff().staff.desk())
    const reference = way === 'invoice' ? { reference: 'PO-20417' } : {}
    return staff().counter.sell({ body: { version: basket.version, way, delivery: 'print', ...reference } })
  }

  it('adds money to a gift voucher in a sale, counts it in the sales report, and takes it off with the return', async () => {
    const voucher = await sellVoucherToTopUp(staff(), toSell)
    const day = await readReportDay(staff())
    const sold = async () => soldOf(await readTakingsSince(staff(), day), 'voucher-top-up')
    const before = await sold()
    value(await add(voucher, 20_00))
    const { basket } = value(await add(voucher, 40_00))
    expect(basket.items, 'one of each voucher').toMatchObject([{ kind: 'voucher-top-up', amount: 40_00 }])
    expect((await read(voucher)).balance, 'before it is paid for').toBe(25_00)
    const { order: number } = value(await sell())
    const after = await read(voucher)
    expect(after).toMatchObject({ balance: 65_00, state: 'valid' })
    expect(after.entries[0]).toMatchObject({ verb: 'topped-up', amount: 40_00, order: number })
    expect(await sold()).toMatchObject({ count: before.count + 1, amount: before.amount + 40_00 })
    const params = { number }
    expect(value(await staff().afterSale.receipt({ params })).length).toBeGreaterThan(10)
    const { itemWorth } = value(await staff().afterSale.order({ params }))
    expect(itemWorth).toMatchObject([{ value: 40_00, isAlone: true }])
    const body = { tickets: [], items: [itemWorth[0]!.item], to: 'origin' as const, value: money(40_00), reason: 'a mistake' }
    expect(value(await staff().afterSale.giveBack({ params, body })).given.cash).toBe(40_00)
    const returned = await read(voucher)
    expect(returned).toMatchObject({ balance: 25_00, state: 'valid' })
    expect(returned.entries[0]).toMatchObject({ verb: 'recalled', amount: -40_00 })
  })

  it('adds nothing to a gift voucher that is unknown, blocked, or would hold too much', async () => {
    const voucher = await sellVoucherToTopUp(staff(), toSell)
    expect(code(await add('00000000-0000-4000-8000-000000000009', 20_00))).toBe('voucher-not-recognised')
    expect(code(await add('one', 20_00))).toBe('invalid-input')
    const params = { voucher }
    const blocked = value(await staff().staffVouchers.block({ params, body: { reason: 'lost' } }))
    expect(blocked.may.topUp).toBe(false)
    expect(code(await add(voucher, 20_00))).toBe('voucher-blocked')
    value(await staff().staffVouchers.unblock({ params, body: { reason: 'found' } }))
    value(await add(voucher, 200_00))
    value(await sell())
    expect(code(await add(voucher, 75_01))).toBe('voucher-balance-limit')
    expect(code(await add(voucher, 75_00))).toBe('ok')
    value(await staff().counter.reset())
  })

  it('removes a top-up from the sale where its gift voucher was blocked meanwhile', async () => {
    const voucher = await sellVoucherToTopUp(staff(), toSell)
    value(await add(voucher, 20_00))
    value(await staff().staffVouchers.block({ params: { voucher }, body: { reason: 'stolen' } }))
    expect(code(await sell())).toBe('voucher-blocked')
    expect(value(await staff().staff.desk()).basket.items).toEqual([])
    expect((await read(voucher)).balance).toBe(25_00)
  })

  it('charges no top-up to an invoice', async () => {
    const voucher = await sellVoucherToTopUp(staff(), toSell)
    const body = { email: newAddress(), title: '', firstName: 'Ada', lastName: 'Quill', phone: '' }
    value(await staff().staff.registerCustomer({ body }))
    value(await add(voucher, 20_00))
    expect(await sell('invoice')).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['way'] } } })
    value(await sell())
    expect((await read(voucher)).balance).toBe(45_00)
    value(await staff().staff.actFor({ body: { customer: null } }))
  })
}
