import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import { offeredProducts, sellingBrand } from '@playhouse/api-client/suite'
import { money } from '@playhouse/domain/money'
import { addItem, adoptBasket, applyPromo, findBasket, openBasket, readBasket, ticketsOf } from './index.ts'
import { addTickets } from '#modules/hold'
import { createGuest } from '#modules/auth'
import { readBrand } from '#modules/catalogue'
import { seedProducts } from '#modules/product'
import { announcePromo } from '#modules/promo'
import { fullPriceSeats, customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'

const actor = { name: 'guest' }

async function open(change?: Parameters<typeof openTestTheatre>[0]) {
  const theatre = await openTestTheatre(change)
  onTestFinished(theatre[Symbol.asyncDispose])
  const customer = await customerOf(theatre)
  const fill = async (owner: string | null, ...seats: string[]): Promise<string> => {
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: owner })
    const added = await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats(...seats))
    if (!added.ok) throw new Error(added.error.code)
    return basket
  }
  const adopt = (basket: string | undefined) => adoptBasket(theatre, customer.id, basket, actor)
  return { theatre, customer, fill, adopt }
}
const seatsIn = async (theatre: TestTheatre, basket: string) => (await ticketsOf(theatre.db, basket)).map(({ seat }) => seat)
const holdersOf = async (theatre: TestTheatre) =>
  new Map(
    (await theatre.db.selectFrom('seat_claim').selectAll().where('state', '=', 'held').execute()).map((row) => [row.seat, row.basket_id]),
  )

describe('a customer who signs in', () => {
  test('keeps the basket of the guest session', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const guest = await fill(null, 'A.1')
    expect(await adopt(guest)).toEqual({ basket: guest })
    expect((await findBasket(theatre.db, guest))?.customer_id).toBe(customer.id)
  })

  test('gets the last basket with held seats back, if the guest session has none', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const leftBasket = await fill(customer.id, 'A.1')
    expect(await adopt(undefined)).toEqual({ basket: leftBasket })
    expect(await adopt(await openBasket(theatre.db, theatre.brand))).toEqual({ basket: leftBasket })
  })

  test('has the seats of both baskets in one, and gets the number of added tickets', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const leftBasket = await fill(customer.id, 'A.1', 'A.2')
    const guest = await fill(null, 'A.3')
    expect(await adopt(guest)).toEqual({ basket: guest, other: { became: 'joined', tickets: 2 } })
    expect((await seatsIn(theatre, guest)).toSorted()).toEqual([0, 1, 2])
    expect([...(await holdersOf(theatre)).values()]).toEqual([guest, guest, guest])
    expect((await findBasket(theatre.db, leftBasket))?.state).toBe('reset')
    const basket = await readBasket(theatre, guest)
    expect([basket.tickets.length, basket.totals.total]).toEqual([3, 135_00])
    await expectInvariants(theatre)
  })

  test('holds all seats until the later deadline, which counts as an extension', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const leftBasket = await fill(customer.id, 'A.1')
    const inAMinute = new Date(Date.now() + 60_000)
    await theatre.db.updateTable('basket').set({ deadline: inAMinute, extensions: 3 }).where('id', '=', leftBasket).execute()
    await theatre.db.updateTable('seat_claim').set({ until: inAMinute }).where('basket_id', '=', leftBasket).execute()
    const guest = await fill(null, 'A.2')
    const { deadline } = (await findBasket(theatre.db, guest))!
    await adopt(guest)
    expect(await findBasket(theatre.db, guest)).toMatchObject({ deadline, extensions: 4 })
    const claims = await theatre.db.selectFrom('seat_claim').select('until').where('basket_id', '=', guest).execute()
    expect(claims.map(({ until }) => until)).toEqual([deadline, deadline])
  })

  test('gains no time by signing in repeatedly', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const leftBasket = await fill(customer.id, 'A.1')
    const inAMinute = new Date(Date.now() + 60_000)
    await theatre.db
      .updateTable('basket')
      .set({ deadline: inAMinute, extensions: theatre.brand.limits.maxExtensions })
      .where('id', '=', leftBasket)
      .execute()
    const guest = await fill(null, 'A.2')
    await adopt(guest)
    expect((await findBasket(theatre.db, guest))?.deadline).toEqual(inAMinute)
  })

  test('keeps both baskets unchanged and apart if together they exceed the tickets per order', async () => {
    const { theatre, customer, fill, adopt } = await open((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerOrder: 3 } }))
    const leftBasket = await fill(customer.id, 'A.1', 'A.2')
    const before = await findBasket(theatre.db, leftBasket)
    const guest = await fill(null, 'A.3', 'A.4')
    expect(await adopt(guest)).toEqual({ basket: guest, other: { became: 'kept-apart', tickets: 2, until: before!.deadline } })
    expect(await findBasket(theatre.db, leftBasket)).toEqual(before)
    expect(await seatsIn(theatre, leftBasket)).toHaveLength(2)
    await expectInvariants(theatre)
  })

  test('keeps both baskets apart if together they exceed the limit of a price type', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const under26 = (seat: string) => [{ seat: `stalls.${seat}`, priceType: 'under-26' }]
    const oldBasket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
    await addTickets(theatre, oldBasket, actor, 'tonight', [...under26('A.1'), ...under26('A.2')])
    const guest = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, guest, actor, 'tonight', under26('A.4'))
    expect(await adopt(guest)).toMatchObject({ basket: guest, other: { became: 'kept-apart' } })
    expect([await seatsIn(theatre, oldBasket), await seatsIn(theatre, guest)]).toEqual([[0, 1], [3]])
    expect(await seatsIn(theatre, await fill(null, 'B.1'))).toHaveLength(1)
  })

  test('keeps a basket with a promo code apart', async () => {
    const { theatre, customer, fill, adopt } = await open()
    await announcePromo(
      theatre.db,
      { code: 'STORM', name: 'Storm', rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [] } },
      actor,
    )
    const leftBasket = await fill(customer.id, 'A.1')
    await applyPromo(theatre, leftBasket, actor, 'STORM')
    expect(await adopt(await fill(null, 'A.2'))).toMatchObject({ other: { became: 'kept-apart' } })
  })

  test('has the other items of both baskets in one; of two donations the later one', async () => {
    const brooklyn = await readBrand(fileURLToPath(new URL('../../../../../brands/brooklyn/', import.meta.url)))
    const { theatre, customer, fill, adopt } = await open((brand) => ({
      ...brand,
      features: brooklyn.features,
      giving: brooklyn.giving,
      refundProtection: brooklyn.refundProtection!,
    }))
    const gift = (amount: number) =>
      ({
        kind: 'donation',
        fund: 'stage-door',
        appeal: null,
        amount: money(amount),
        recognitionName: null,
        isAnonymous: true,
        tributeName: null,
      }) as const
    const addItemTo = async (basket: string, item: ItemToAdd) =>
      expect(await addItem(theatre, basket, actor, item)).toMatchObject({ ok: true })
    const first = await fill(customer.id, 'A.1')
    await addItemTo(first, gift(50_00))
    await addItemTo(first, { kind: 'refund-protection' })
    const guest = await fill(null, 'A.2')
    await adopt(guest)
    const { items, totals } = await readBasket(theatre, guest)
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['donation', 50_00],
      ['refund-protection', 9_00],
    ])
    expect(totals.total).toBe(90_00 + 50_00 + 9_00)

    const second = await fill(null, 'A.3')
    await addItemTo(second, gift(10_00))
    expect(await adopt(second)).toMatchObject({ other: { became: 'joined', tickets: 2 } })
    const joined = await readBasket(theatre, second)
    expect(joined.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund-protection', 13_50],
      ['donation', 10_00],
    ])
    await expectInvariants(theatre)
  })

  test('never gets the basket of another customer', async () => {
    const { theatre, fill, adopt } = await open()
    const theirs = await fill((await customerOf(theatre)).id, 'A.1')
    expect(await adopt(theirs)).toEqual({ basket: undefined })
  })

  test('keeps the basket of a guest checkout', async () => {
    const { theatre, customer, fill, adopt } = await open()
    const person = { email: customer.email, firstName: 'Ada', lastName: 'Quill', phone: '' }
    const guest = await fill(await createGuest(theatre.db, person, { requestId: 'r', locale: 'en' }), 'A.1')
    expect(await adopt(guest)).toEqual({ basket: guest })
    expect((await findBasket(theatre.db, guest))?.customer_id).toBe(customer.id)
  })

  test('merges baskets once under concurrent sign-ins', async () => {
    const { theatre, customer, fill, adopt } = await open()
    await fill(customer.id, 'A.1')
    const guests = [await fill(null, 'A.2'), await fill(null, 'A.3'), await fill(null, 'A.4')]
    await Promise.all(guests.map(adopt))
    const { count } = await theatre.db
      .selectFrom('basket_ticket')
      .innerJoin('basket', 'basket.id', 'basket_ticket.basket_id')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('basket.state', '=', 'open')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(4)
    await expectInvariants(theatre)
  })
})

test('gets from the other basket no more pieces than one order may have, with other options, too', async () => {
  const { theatre, customer, adopt } = await open(sellingBrand)
  await seedProducts(
    theatre.db,
    offeredProducts.filter(({ product }) => product === 'mug'),
  )
  const hold = async (owner: string | null, choice: string, quantity: number): Promise<string> => {
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: owner })
    const mugs = { kind: 'product' as const, product: 'mug', variant: 'one', quantity, options: [{ option: 'glaze', choice }] }
    expect(await addItem(theatre, basket, actor, mugs)).toMatchObject({ ok: true })
    return basket
  }
  await hold(customer.id, 'gold', 2)
  const guest = await hold(null, 'white', 4)
  expect(await adopt(guest)).toMatchObject({ basket: guest })
  expect((await readBasket(theatre, guest)).items).toMatchObject([{ quantity: 4 }])
  await expectInvariants(theatre)
})
