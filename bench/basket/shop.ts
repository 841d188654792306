import { fileURLToPath } from 'node:url'
import { newId } from '../../apps/server/src/db/index.ts'
import { addItem, openBasket, setBilling, setNotes } from '../../apps/server/src/modules/basket/index.ts'
import { createCatalogue, readBrand } from '../../apps/server/src/modules/catalogue/index.ts'
import { addTickets } from '../../apps/server/src/modules/hold/index.ts'
import { createManualProvider } from '../../apps/server/src/modules/payment/testing/manual-provider.ts'
import { createSeatAvailability } from '../../apps/server/src/modules/seating/index.ts'
import { money } from '../../packages/domain/src/money/money.ts'
import { type BenchShop, halls, seatName } from '../engine/bench-shop.ts'

export const actor = { name: 'bench' }
/** A valid hash that no password has. */
const hashOfNone = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
const billing = {
  firstName: 'Ada',
  lastName: 'Quill',
  phone: '',
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}
const funds = Array.from({ length: 8 }, (_, nth) => `fund-${nth + 1}`)
const levels = ['friend', 'patron', 'angel']

export const gift = (fund: string) =>
  ({
    ...{ kind: 'donation', fund, appeal: null, amount: money(20_00), recognitionName: null, isAnonymous: false, tributeName: 'Nan' },
  }) as const
const voucher = {
  ...{ kind: 'gift-voucher', value: money(25_00), quantity: 1, delivery: 'print', to: 'Nan', from: 'Ada', message: 'Enjoy', email: null },
  sendOn: null,
} as const
const protection = { kind: 'refund-protection' } as const
const membership = (level: string) => ({ kind: 'membership', membership: level }) as const
/** What a mixed checkout holds besides two tickets: each kind once. */
export const oneOfEach = [gift('fund-1'), membership('friend'), voucher, protection]
/** Twenty items of every kind. */
export const twentyItems = [...funds.map(gift), ...levels.map(membership), protection, ...Array.from({ length: 8 }, () => voucher)]

/** Opens the modules of baskets and payments on the bench's database, with a brand that sells every kind of item. */
export async function openBasketShop({ db }: BenchShop) {
  const kingston = await readBrand(fileURLToPath(new URL('../../brands/kingston/', import.meta.url)))
  const range = { least: money(1_00), most: money(500_00), recognitionFrom: money(100_00), presets: [money(10_00)], body: '' }
  const brand = {
    ...kingston,
    giving: funds.map((fund) => ({ ...range, fund, name: `The ${fund}` })),
    seating: { orphans: 'off' as const },
    memberships: levels.map((id) => ({ id, name: id, sold: { price: money(60_00), months: 12 } })),
  }
  const availability = createSeatAvailability(db)
  const { provider, end } = createManualProvider()
  const deps = { db, brand, catalogue: createCatalogue(db), availability, provider, origin: 'https://shop.example' }
  let nextSeat = 0
  const newCustomer = () =>
    db
      .insertInto('customer')
      .values({
        ...{ id: newId(), email: `${newId()}@example.org`, password_hash: hashOfNone, first_name: 'Ada', last_name: 'Quill' },
        ...{ marketing_at: null, locked_at: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const hold = async (basket: string, count: number): Promise<void> => {
    const seats = Array.from({ length: count }, () => ({ seat: seatName(nextSeat++), priceType: 'full' }))
    if (nextSeat > halls.vast.seats) throw new Error('the hall is full')
    const held = await addTickets(deps, basket, actor, halls.vast.id, seats)
    if (!held.ok) throw new Error(held.error.code)
  }
  const add = async (basket: string, item: Parameters<typeof addItem>[3]): Promise<void> => {
    const added = await addItem(deps, basket, actor, item)
    if (!added.ok) throw new Error(added.error.code)
  }
  return {
    deps,
    end,
    hold,
    add,
    /** Opens a new customer's basket with some tickets and items, ready to be paid for. */
    fill: async (tickets: number, items: readonly Parameters<typeof addItem>[3][]) => {
      const customer = await newCustomer()
      const basket = await openBasket(db, brand, { customer_id: customer.id })
      if (tickets > 0) await hold(basket, tickets)
      for (const item of items) await add(basket, item)
      if (tickets + items.length > 0) {
        await setNotes(deps, basket, actor, { order: '', access: '', termsAccepted: true })
        await setBilling(deps, basket, actor, billing)
      }
      return { customer, basket }
    },
    close: () => availability.close(),
  }
}
export type BasketShop = Awaited<ReturnType<typeof openBasketShop>>
