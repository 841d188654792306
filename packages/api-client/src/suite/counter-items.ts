import { expect, it } from 'vitest'
import type { ItemKind } from '@playhouse/domain/item-kind'
import type { ApiClient } from '#client'
import type { ItemToAdd } from '#contract'
import { code, newAddress, value } from './visitor.ts'

type Voucher = Omit<Extract<ItemToAdd, { kind: 'gift-voucher' }>, 'kind' | 'quantity'>

/** Sells two gift vouchers to print, of 25.00 each, to a customer without a name. @returns the order */
export async function sellTwoVouchers(staff: ApiClient, voucher: Voucher): Promise<string> {
  value(await staff.counter.reset())
  value(await staff.staff.actFor({ body: { customer: null } }))
  const body = { kind: 'gift-voucher', ...voucher, delivery: 'print', email: null, quantity: 2 } as const
  const { basket } = value(await staff.counter.addItem({ body }))
  return value(await staff.counter.sell({ body: { version: basket.version, way: 'cash', delivery: 'print' } })).order
}

/** What only the counter does with items: it prints gift vouchers, and asks for a customer's date of birth. */
export function describeCounterItems(
  staff: () => ApiClient,
  { voucher, donation }: { readonly voucher: Voucher; readonly donation: ItemToAdd },
): void {
  it('sells gift vouchers to a walk-in customer and prints them, and prints none of another order', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    const soldKind = async (kind: ItemKind) =>
      value(await staff().afterSale.takings({ query: {} })).kinds.find((row) => row.kind === kind) ?? { count: 0, amount: 0 }
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
  })

  it('sells no membership at the counter without a customer', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    expect(code(await staff().counter.addItem({ body: { kind: 'membership', membership: 'friend' } }))).toBe('no-customer')
    expect(code(await staff().counter.addItem({ body: { kind: 'membership', membership: 'nothing' } }))).toBe('page-not-found')
  })
}
