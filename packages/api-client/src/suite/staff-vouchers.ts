import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { money } from '@playhouse/domain/money'
import { address, code, value } from './visitor.ts'

type Hosts = {
  /** A manager at the counter. */
  readonly staff: () => ApiClient
  readonly visitor: () => ApiClient
  /** A gift voucher that can be spent, and was not sold by an order. */
  readonly voucher: () => { readonly code: string; readonly amount: number }
  /** Sells two gift vouchers to a customer without a name. @returns the order */
  readonly sellTwo: () => Promise<string>
  /** Sells two gift vouchers that are sent by post. @returns the order */
  readonly sellPosted: () => Promise<string>
}

/** Gift vouchers at the counter: found by code or order, blocked, unblocked and reissued. */
export function describeStaffVouchers({ staff, visitor, voucher, sellTwo, sellPosted }: Hosts): void {
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

  it('lists a letter with gift vouchers until it is printed and sent, or its vouchers are returned', async () => {
    const letterOf = async (order: string) => value(await staff().staffVouchers.letters()).letters.find((letter) => letter.order === order)
    const number = await sellPosted()
    const { order } = value(await staff().afterSale.order({ params: { number } }))
    expect(order.items).toMatchObject([{ kind: 'gift-voucher', quantity: 2, amount: 52_50, fee: 2_50, detail: { address, postage: 2_50 } }])
    expect(order.totals).toMatchObject({ total: 52_50, fees: 2_50 })
    const letter = await letterOf(number)
    expect(letter).toMatchObject({ quantity: 2, value: 25_00, to: 'Nan', address, printedAt: null })
    const params = { item: letter!.item }
    const send = async (printedAt: string) => code(await staff().staffVouchers.letterSent({ params, body: { printedAt } }))
    expect(await send('2031-01-01T00:00:00.000Z'), 'not printed').toBe('letter-changed')
    expect(value(await staff().staffVouchers.printLetter({ params })).length).toBeGreaterThan(1_000)
    const { printedAt } = (await letterOf(number))!
    expect(await send('2031-01-01T00:00:00.000Z'), 'another print').toBe('letter-changed')
    const { letters } = value(await staff().staffVouchers.letterSent({ params, body: { printedAt: printedAt! } }))
    expect(letters.some(({ item }) => item === params.item)).toBe(false)
    expect(await send(printedAt!), 'sent already').toBe('letter-changed')
    expect(code(await staff().staffVouchers.printLetter({ params }))).toBe('letter-changed')
    const { letters: sold, itemWorth } = value(await staff().afterSale.order({ params: { number } }))
    expect(sold).toEqual([{ item: params.item, isSent: true }])
    expect(itemWorth, 'the postage is spent').toEqual([{ item: params.item, value: 50_00, isAlone: true, keptPostage: 2_50 }])
    const { vouchers } = value(await staff().staffVouchers.ofOrder({ params: { number } }))
    const sent = { state: 'valid', isInLetter: false, may: { print: true } }
    expect(vouchers).toMatchObject([sent, sent])

    const giveBack = async (order: string, item: string, amount: number) =>
      staff().afterSale.giveBack({
        params: { number: order },
        body: { tickets: [], items: [item], to: 'origin', value: money(amount), reason: 'changed their mind' },
      })
    expect(code(await giveBack(number, params.item, 52_50))).toBe('price-changed')
    const { sold: closed } = value(await giveBack(number, params.item, 50_00))
    expect(closed).toMatchObject({ order: { state: 'returned' }, left: 0, back: 50_00, letters: [] })

    const returned = await sellPosted()
    const { item } = (await letterOf(returned))!
    value(await giveBack(returned, item, 52_50))
    expect(await letterOf(returned)).toBeUndefined()
    expect(code(await staff().staffVouchers.printLetter({ params: { item } }))).toBe('letter-changed')
  })

  it('lists a letter as not printed where one of its vouchers has another code than its print', async () => {
    const number = await sellPosted()
    const letterOf = async () => value(await staff().staffVouchers.letters()).letters.find(({ order }) => order === number)!
    const { item } = await letterOf()
    const print = async () => {
      value(await staff().staffVouchers.printLetter({ params: { item } }))
      return (await letterOf()).printedAt!
    }
    const send = async (printedAt: string) => code(await staff().staffVouchers.letterSent({ params: { item }, body: { printedAt } }))
    const first = await print()
    const { vouchers } = value(await staff().staffVouchers.ofOrder({ params: { number } }))
    expect(vouchers).toMatchObject([
      { isInLetter: true, may: { print: true, mail: false } },
      { isInLetter: true, may: { print: true, mail: false } },
    ])
    const params = { voucher: vouchers[0]!.id }
    expect(code(await staff().afterSale.reissueVouchers({ params: { number } })), 'not mailed').toBe('order-not-found')
    expect(code(await staff().staffVouchers.mail({ params }))).toBe('voucher-not-recognised')
    expect((await letterOf()).printedAt).toBe(first)
    value(await staff().staffVouchers.print({ params }))
    expect((await letterOf()).printedAt).toBeNull()
    expect(await send(first)).toBe('letter-changed')
    const second = await print()
    value(await staff().staffVouchers.block({ params, body: { reason: 'lost' } }))
    expect(await send(second), 'one of its codes is blocked').toBe('letter-changed')
    value(await staff().staffVouchers.unblock({ params, body: { reason: 'found' } }))
    expect((await letterOf()).printedAt).toBeNull()
    value(await staff().afterSale.printVouchers({ params: { number } }))
    expect(await send((await letterOf()).printedAt!), 'printed with its order').toBe('ok')
    expect(await letterOf()).toBeUndefined()
  })
}
