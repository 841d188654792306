import { beforeAll, expect, it } from 'vitest'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { Address, ItemToAdd } from '#contract'
import { readReportDay, readTakingsSince, soldOf, sumOf } from './takings.ts'
import { code, newAddress, value } from './visitor.ts'

type Voucher = Omit<Extract<ItemToAdd, { kind: 'gift-voucher' }>, 'kind' | 'quantity'>

/** Sells two gift vouchers of 25.00 each, to print or in a letter, to a customer without a name. @returns the order */
export async function sellTwoVouchers(staff: ApiClient, voucher: Voucher, letterAddress?: Address): Promise<string> {
  value(await staff.counter.reset())
  value(await staff.staff.actFor({ body: { customer: null } }))
  const delivery = letterAddress ? ({ delivery: 'post', address: letterAddress } as const) : ({ delivery: 'print' } as const)
  const body = { kind: 'gift-voucher', ...voucher, ...delivery, email: null, quantity: 2 } as const
  const { basket } = value(await staff.counter.addItem({ body }))
  const sale = value(await staff.counter.sell({ body: { version: basket.version, way: 'cash', delivery: 'print' } }))
  expect(sale.vouchersToPrint, 'a letter is printed from the list of letters').toBe(letterAddress ? 0 : 2)
  return sale.order
}

/** What only the counter does with items: it prints gift vouchers, and asks for a customer's date of birth. */
export function describeCounterItems(
  staff: () => ApiClient,
  { voucher, donation }: { readonly voucher: Voucher; readonly donation: ItemToAdd },
): void {
  let firstDay: string
  beforeAll(async () => {
    firstDay = await readReportDay(staff())
  })

  it('sells gift vouchers to a walk-in customer and prints them, and prints none of another order', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    const day = await readReportDay(staff())
    const soldKind = async (kind: ItemKind) => soldOf(await readTakingsSince(staff(), day), kind)
    const before = await soldKind('gift-voucher')
    const toPrint = { kind: 'gift-voucher', ...voucher, delivery: 'print', email: null, quantity: 2 } as const
    const { basket } = value(await staff().counter.addItem({ body: toPrint }))
    const sell = async (version: number) => value(await staff().counter.sell({ body: { version, way: 'cash', delivery: 'print' } }))
    const sold = await sell(basket.version)
    expect(sold).toMatchObject({ total: 50_00, tickets: 0, vouchersToPrint: 2 })
    const params = { number: sold.order }
    for (let time = 0; time < 2; time++) expect(value(await staff().afterSale.printVouchers({ params })).length).toBeGreaterThan(1_000)
    expect(await soldKind('gift-voucher')).toMatchObject({ count: before.count + 2, amount: before.amount + 50_00 })
    const gift = value(await staff().counter.addItem({ body: donation }))
    const other = await sell(gift.basket.version)
    expect(other.vouchersToPrint).toBe(0)
    expect(code(await staff().afterSale.printVouchers({ params: { number: other.order } }))).toBe('order-not-found')
  })

  it('sets the date of birth at the counter for a membership that depends on age, and sells it', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    const setBirth = async (birthDate: string) => code(await staff().staff.changeBirthDate({ body: { birthDate } }))
    expect(await setBirth('1990-01-01')).toBe('no-customer')
    const email = newAddress()
    value(await staff().staff.registerCustomer({ body: { email, title: '', firstName: 'Ada', lastName: 'Quill', phone: '' } }))
    const add = async () => code(await staff().counter.addItem({ body: { kind: 'membership', membership: 'young' } }))
    expect(await add()).toBe('date-of-birth-required')
    for (const birthDate of ['1850-01-01', '2999-01-01']) expect(await setBirth(birthDate)).toBe('invalid-input')
    expect(await setBirth('1950-01-01')).toBe('ok')
    expect(await add()).toBe('membership-age')
    expect(await setBirth(`${new Date().getUTCFullYear() - 20}-01-01`)).toBe('ok')
    expect(await add()).toBe('ok')
    const { id } = value(await staff().staff.desk()).customer!
    const { version } = value(await staff().staff.desk()).basket!
    expect(value(await staff().counter.sell({ body: { version, way: 'cash', delivery: 'print' } }))).toMatchObject({ tickets: 0 })
    expect(value(await staff().staff.actFor({ body: { customer: id } })).customer!.memberships).toHaveLength(1)
    expect(await add(), 'held').toBe('membership-already-held')
    const offerOf = async (id: string) => value(await staff().counter.memberships()).memberships.find(({ membership }) => membership === id)
    expect(await offerOf('young')).toMatchObject({ heldUntil: expect.any(String), upgrade: null })
    value(await staff().staff.actFor({ body: { customer: null } }))
    expect(await offerOf('young')).toMatchObject({ heldUntil: null, renewal: null, upgrade: null })
  })

  it('takes Theatre Tokens with their reference, refunds them in tokens, and reports both', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    expect(value(await staff().staff.desk()).ways).toEqual(expect.arrayContaining(['cash', 'theatre-tokens', 'invoice']))
    const day = await readReportDay(staff())
    const sumsOf = async () => {
      const { people } = await readTakingsSince(staff(), day)
      const rows = people.flatMap(({ tenders }) => tenders).filter(({ method }) => method === 'theatre-tokens')
      return { taken: sumOf(rows.map(({ taken }) => taken)), refunded: sumOf(rows.map(({ refunded }) => refunded)) }
    }
    const before = await sumsOf()
    const { basket } = value(await staff().counter.addItem({ body: donation }))
    const sell = (way: 'theatre-tokens' | 'cheque' | 'invoice', reference?: string) =>
      staff().counter.sell({ body: { version: basket.version, way, delivery: 'print', ...(reference !== undefined && { reference }) } })
    for (const reference of [undefined, '', '123', 'x'.repeat(16)])
      expect(code(await sell('theatre-tokens', reference))).toBe('invalid-input')
    expect(code(await sell('invoice', 'PO-20417')), 'without a customer').toBe('no-customer')
    const reference = '6333000012345678'
    const sold = value(await sell('theatre-tokens', ` ${reference} `))
    const { total } = basket.totals
    expect(sold).toMatchObject({ way: 'theatre-tokens', reference, paid: total, tendered: null, change: null })
    const params = { number: sold.order }
    const order = value(await staff().afterSale.order({ params }))
    expect(order).toMatchObject({ origin: 'theatre-tokens', reference, refundMeans: 'theatre-tokens', taken: total })
    const items = order.itemWorth.map(({ item }) => item)
    const body = { tickets: [], items, to: 'origin' as const, value: total, reason: 'ill' }
    const returned = value(await staff().afterSale.giveBack({ params, body }))
    expect(returned).toMatchObject({
      given: { 'theatre-tokens': total, cash: 0, card: 0 },
      sold: { refunds: [{ means: 'theatre-tokens' }] },
    })
    expect(await sumsOf()).toMatchObject({ taken: before.taken + total, refunded: before.refunded + total })
  })

  it('reports each kind by what paid for it, and the payments of all kinds together', async () => {
    const { kinds, people } = await readTakingsSince(staff(), firstDay)
    for (const { amount, tenders } of kinds) expect(sumOf(tenders.map((cell) => cell.amount))).toBe(amount)
    const paidBy = (...names: readonly string[]) =>
      sumOf(kinds.flatMap(({ tenders }) => tenders.filter(({ tender }) => names.includes(tender)).map(({ amount }) => amount)))
    expect(paidBy('cash')).toBe(sumOf(people.map(({ cashIn }) => cashIn)))
    expect(paidBy('theatre-tokens')).toBe(
      sumOf(people.flatMap(({ tenders }) => tenders.filter(({ method }) => method === 'theatre-tokens').map(({ taken }) => taken))),
    )
    expect(paidBy('voucher', 'credit', 'exchange')).toBe(sumOf(people.map(({ otherIn }) => otherIn)))
    const donations = kinds.filter(({ kind }) => kind === 'donation').flatMap(({ tenders }) => tenders)
    expect(donations.map(({ tender }) => tender)).toEqual(expect.arrayContaining(['cash', 'theatre-tokens']))
    const voucherSales = kinds.filter(({ kind }) => kind === 'gift-voucher')
    expect(voucherSales).not.toEqual([])
    for (const { tenders, amount } of voucherSales) expect(tenders, 'no voucher buys a voucher').toEqual([{ tender: 'cash', amount }])
  })

  it('charges no gift voucher to an invoice, and the rest of the basket without it', async () => {
    value(await staff().counter.reset())
    const email = newAddress()
    value(await staff().staff.registerCustomer({ body: { email, title: '', firstName: 'Ada', lastName: 'Quill', phone: '' } }))
    value(await staff().counter.addItem({ body: donation }))
    const toPrint = { kind: 'gift-voucher', ...voucher, delivery: 'print', email: null, quantity: 1 } as const
    const { basket } = value(await staff().counter.addItem({ body: toPrint }))
    const sell = (version: number) => staff().counter.sell({ body: { version, way: 'invoice', reference: 'PO-20417', delivery: 'print' } })
    expect(await sell(basket.version)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['way'] } } })
    const { id } = basket.items.find(({ kind }) => kind === 'gift-voucher')!
    const rest = value(await staff().counter.removeItem({ params: { id } })).basket
    expect(value(await sell(rest.version))).toMatchObject({ way: 'invoice', vouchersToPrint: 0 })
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('sells a donation to a walk-in customer, and counts and returns it', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    const day = await readReportDay(staff())
    const itemsSold = async () => sumOf((await readTakingsSince(staff(), day)).people.map(({ items }) => items))
    const before = await itemsSold()
    const { basket } = value(await staff().counter.addItem({ body: donation }))
    const sale = { version: basket.version, way: 'cash', tendered: money(50_00), delivery: 'print' } as const
    const sold = value(await staff().counter.sell({ body: sale }))
    expect(sold).toMatchObject({ total: 20_00, paid: 20_00, change: 30_00 })
    expect(await itemsSold()).toBe(before + 1)
    const params = { number: sold.order }
    const { itemWorth, worth } = value(await staff().afterSale.order({ params }))
    expect(worth).toEqual([])
    expect(itemWorth).toMatchObject([{ value: 20_00, isAlone: true }])
    const items = itemWorth.map(({ item }) => item)
    const body = { tickets: [], items, to: 'origin' as const, value: money(20_00), reason: 'a mistake' }
    expect(code(await staff().afterSale.giveBack({ params, body: { ...body, value: money(19_00) } }))).toBe('price-changed')
    expect(value(await staff().afterSale.giveBack({ params, body }))).toMatchObject({
      given: { cash: 20_00 },
      sold: { order: { state: 'returned', items: [{ isReturned: true }], refunded: 20_00, credited: 0 }, itemWorth: [], left: 0 },
    })
    expect(code(await staff().afterSale.giveBack({ params, body }))).toBe('cancel-order-failed')
  })

  it('sells no membership at the counter without a customer', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    expect(code(await staff().counter.addItem({ body: { kind: 'membership', membership: 'friend' } }))).toBe('no-customer')
    expect(code(await staff().counter.addItem({ body: { kind: 'membership', membership: 'nothing' } }))).toBe('page-not-found')
  })

  it('sends no new codes for an order without gift vouchers', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    const sell = async (body: ItemToAdd) => {
      const { basket } = value(await staff().counter.addItem({ body }))
      const { order } = value(
        await staff().counter.sell({ body: { version: basket.version, way: 'cash', tendered: money(50_00), delivery: 'print' } }),
      )
      return { params: { number: order } }
    }
    expect(code(await staff().afterSale.reissueVouchers(await sell(donation)))).toBe('order-not-found')
  })
}
