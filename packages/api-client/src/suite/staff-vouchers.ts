import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Hosts = {
  /** A manager at the counter. */
  readonly staff: () => ApiClient
  readonly visitor: () => ApiClient
  /** A gift voucher that can be spent, and was not sold by an order. */
  readonly voucher: () => { readonly code: string; readonly amount: number }
  /** Sells two gift vouchers to a customer without a name. @returns the order */
  readonly sellTwo: () => Promise<string>
}

/** Gift vouchers at the counter: found by code or order, blocked, unblocked and reissued. */
export function describeStaffVouchers({ staff, visitor, voucher, sellTwo }: Hosts): void {
  const unknownId = '00000000-0000-4000-8000-000000000009'

  it('finds a gift voucher by its code, and blocks and unblocks it with a reason', async () => {
    const find = (typed: string) => staff().staffVouchers.find({ body: { code: typed } })
    expect(code(await find('NONE-SUCHONE'))).toBe('voucher-not-recognised')
    const { code: typed, amount } = voucher()
    const found = value(await find(typed.toLowerCase()))
    expect(found).toMatchObject({ balance: amount, state: 'valid', order: null, hint: typed.slice(-2) })
    expect(found.may).toEqual({ block: true, unblock: false, print: false, mail: false, topUp: true })
    const params = { voucher: found.id }
    const isSpendable = async () => (await visitor().vouchers.balance({ body: { code: typed } })).ok
    expect(code(await staff().staffVouchers.block({ params, body: { reason: ' ' } }))).toBe('invalid-input')
    const blocked = value(await staff().staffVouchers.block({ params, body: { reason: 'lost in a taxi' } }))
    expect(blocked).toMatchObject({ state: 'blocked', balance: amount, may: { block: false, unblock: true, topUp: false } })
    expect(await isSpendable()).toBe(false)
    expect(value(await find(typed)).state, 'a blocked one is found').toBe('blocked')
    expect(value(await staff().staffVouchers.unblock({ params, body: { reason: 'found again' } })).state).toBe('valid')
    expect(await isSpendable()).toBe(true)
    const { entries } = value(await staff().staffVouchers.read({ params }))
    expect(entries.slice(0, 2)).toMatchObject([
      { verb: 'unblock', reason: 'found again', who: expect.any(String) },
      { verb: 'block', reason: 'lost in a taxi', who: expect.any(String) },
    ])
    expect(code(await staff().staffVouchers.read({ params: { voucher: unknownId } }))).toBe('voucher-not-recognised')
    expect(code(await staff().staffVouchers.read({ params: { voucher: 'one' } }))).toBe('invalid-input')
  })

  it('lists the gift vouchers of an order, and makes new codes only for those that are not blocked', async () => {
    const number = await sellTwo()
    value(await staff().afterSale.printVouchers({ params: { number } }))
    const list = async () => value(await staff().staffVouchers.ofOrder({ params: { number } })).vouchers
    const [first, second] = await list()
    expect(first).toMatchObject({ balance: 25_00, value: 25_00, state: 'valid', order: number, email: null })
    expect(first!.may).toEqual({ block: true, unblock: false, print: true, mail: false, topUp: true })
    const params = { voucher: first!.id }
    expect(value(await staff().staffVouchers.print({ params })).length).toBeGreaterThan(1_000)
    expect(code(await staff().staffVouchers.mail({ params })), 'without an address').toBe('voucher-not-recognised')
    value(await staff().staffVouchers.block({ params: { voucher: second!.id }, body: { reason: 'stolen' } }))
    expect(code(await staff().staffVouchers.print({ params: { voucher: second!.id } }))).toBe('voucher-not-recognised')
    expect((await list()).map(({ state }) => state)).toEqual(['valid', 'blocked'])
    expect(value(await staff().staffVouchers.ofOrder({ params: { number: 'NOORDER9' } })).vouchers).toEqual([])
  })
}
