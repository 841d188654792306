import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { transact } from '#db'
import { addTickets } from '#modules/hold'
import { giveMembership } from '#modules/membership'
import { announcePromo } from '#modules/promo'
import { issueVoucher } from '#modules/voucher'
import { checkPayment } from '#modules/payment'
import { money } from '@playhouse/domain/money'
import { createBuyer, openManualProvider } from '../payment/testing/buyer.ts'
import { fullPriceSeats, seatsAt, customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { addItem, applyPromo, applyVoucher, changeTicket, openBasket, readBasket, readBasketSummary, removeItem } from './index.ts'
import { listMembershipOffers } from './membership-offers.ts'

const actor = { name: 'guest' }
const priority = { kind: 'membership', membership: 'priority' } as const
const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)

/** A customer's basket with tickets for tonight. */
async function openMemberBasket(theatre: TestTheatre, tickets: Parameters<typeof addTickets>[4]) {
  const customer = await customerOf(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  if (tickets.length > 0) expect(codeOf(await addTickets(theatre, basket, actor, 'tonight', tickets))).toBe('ok')
  const read = () => readBasket(theatre, basket)
  const remove = async () => {
    const item = (await read()).items.find(({ kind }) => kind === 'membership')!
    return codeOf(await removeItem(theatre, basket, actor, item.id))
  }
  const prices = async () => (await read()).tickets.map(({ priceType, price }) => [priceType, price])
  const savings = async () => {
    const offers = await listMembershipOffers(theatre, { customer, basketId: basket })
    return Object.fromEntries(offers.map(({ membership, saves }) => [membership, saves]))
  }
  return { customer, basket, read, remove, prices, savings }
}

describe('a membership in the basket', () => {
  it('gives full-price tickets the price of members at once, and takes it back when it is removed', async () => {
    await using theatre = await openTestTheatre()
    const tickets = [...fullPriceSeats('A.1', 'C.2'), ...seatsAt('under-26', 'A.2')]
    const { basket, read, remove, prices, savings } = await openMemberBasket(theatre, tickets)
    const before = await prices()
    expect(await savings()).toEqual({ priority: 5_00, advance: 0, 'young-bridge': 0 })
    expect(codeOf(await addItem(theatre, basket, actor, priority))).toBe('ok')
    // A price that the visitor chose stays, and so does a band without a member's price.
    expect(await prices()).toEqual([
      ['member', 40_00],
      ['under-26', 20_00],
      ['full', 30_00],
    ])
    expect((await read()).totals.total).toBe(40_00 + 20_00 + 30_00 + 95_00)
    expect(await savings()).toEqual({ priority: 5_00, advance: 0, 'young-bridge': 0 })
    expect(await remove()).toBe('ok')
    expect(await prices()).toEqual(before)
    await expectInvariants(theatre)
  })

  it('opens the price to later choices, and does not change a choice that was made since', async () => {
    await using theatre = await openTestTheatre()
    const { basket, read, prices } = await openMemberBasket(theatre, fullPriceSeats('A.1'))
    await addItem(theatre, basket, actor, priority)
    expect(codeOf(await addTickets(theatre, basket, actor, 'tonight', seatsAt('member', 'A.2')))).toBe('ok')
    const [first] = (await read()).tickets
    expect(first!.choices.map(({ priceType }) => priceType)).toContain('member')
    expect(codeOf(await changeTicket(theatre, basket, actor, first!.id, { priceType: 'full' }))).toBe('ok')
    expect((await prices()).toSorted()).toEqual([
      ['full', 45_00],
      ['member', 40_00],
    ])
  })

  it('opens a priority period, and releases the seats of it when it is removed', async () => {
    await using theatre = await openTestTheatre()
    const { basket, read, remove } = await openMemberBasket(theatre, [])
    const hold = async () => codeOf(await addTickets(theatre, basket, actor, 'members-first', fullPriceSeats('A.1')))
    expect(await hold()).toBe('instance-priority')
    await addItem(theatre, basket, actor, priority)
    expect(await hold()).toBe('ok')
    await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1'))
    expect(await remove()).toBe('ok')
    const after = await read()
    expect(after.tickets.map(({ instance }) => instance)).toEqual(['tonight'])
    expect(after.deadline).not.toBeNull()
    const other = await openMemberBasket(theatre, [])
    await addItem(theatre, other.basket, actor, priority)
    expect(codeOf(await addTickets(theatre, other.basket, actor, 'members-first', fullPriceSeats('A.1'))), 'the seat is free').toBe('ok')
    expect(await other.remove()).toBe('ok')
    expect(await other.read()).toMatchObject({ tickets: [], items: [], deadline: null })
    await expectInvariants(theatre)
  })

  it('stays while a gift voucher keeps seats in the basket that only it opens', async () => {
    await using theatre = await openTestTheatre()
    const { basket, read, remove } = await openMemberBasket(theatre, [])
    await issueVoucher(theatre.db, { code: 'GIFT-TESTING', amount: money(10_00) }, { name: 'test' })
    await addItem(theatre, basket, actor, priority)
    await addTickets(theatre, basket, actor, 'members-first', fullPriceSeats('A.1'))
    expect(codeOf(await applyVoucher(theatre, basket, actor, 'GIFT-TESTING'))).toBe('ok')
    expect(await remove()).toBe('voucher-in-basket')
    expect(await read()).toMatchObject({ tickets: [{ instance: 'members-first' }], items: [{ kind: 'membership' }] })
  })

  it('leaves the basket once its customer holds it, and the tickets keep its prices', async () => {
    await using theatre = await openTestTheatre()
    const { basket, customer, read, prices } = await openMemberBasket(theatre, fullPriceSeats('A.1'))
    await addItem(theatre, basket, actor, priority)
    await addTickets(theatre, basket, actor, 'members-first', fullPriceSeats('A.1'))
    const before = await prices()
    await transact(theatre.db, (trx) =>
      giveMembership(trx, customer.id, { membership: 'priority', startsOn: '2020-01-01', expiresOn: '2999-12-31' }, 'test'),
    )
    for (const each of await Promise.all([read(), read(), read()])) expect(each).toMatchObject({ items: [] })
    // A read that began before the removal may not name it; every later read does.
    expect(await read()).toMatchObject({ items: [], heldMemberships: ['Priority Member'] })
    expect(before).toEqual([
      ['member', 40_00],
      ['full', 45_00],
    ])
    expect(await prices()).toEqual(before)
    const { version } = await read()
    expect(await readBasketSummary(theatre, basket)).toMatchObject({ count: 2, items: 0 })
    expect((await read()).version, 'no further change').toBe(version)
    const rows = await theatre.db.selectFrom('audit').select('detail').where('verb', '=', 'remove-held').execute()
    expect(rows).toEqual([{ detail: { memberships: ['priority'] } }])
    await expectInvariants(theatre)
  })

  it('stays while it is being paid for', async () => {
    await using theatre = await openTestTheatre()
    const { basket, customer, read } = await openMemberBasket(theatre, fullPriceSeats('A.1'))
    await addItem(theatre, basket, actor, priority)
    await sql`update basket set state = 'paying' where id = ${basket}`.execute(theatre.db)
    await transact(theatre.db, (trx) =>
      giveMembership(trx, customer.id, { membership: 'priority', startsOn: '2020-01-01', expiresOn: '2999-12-31' }, 'test'),
    )
    expect(await read()).toMatchObject({ items: [{ kind: 'membership' }], heldMemberships: [] })
  })

  it('counts only for the customer of the basket', async () => {
    await using theatre = await openTestTheatre()
    const { basket, savings } = await openMemberBasket(theatre, fullPriceSeats('A.1'))
    await addItem(theatre, basket, actor, priority)
    const other = await customerOf(theatre)
    await theatre.db.updateTable('basket').set({ customer_id: other.id }).where('id', '=', basket).execute()
    expect((await savings()).priority, 'without the membership the ticket has no price of members').toBe(5_00)
    const own = await openBasket(theatre.db, theatre.brand, { customer_id: other.id })
    expect(codeOf(await addTickets(theatre, own, actor, 'tonight', seatsAt('member', 'A.2')))).toBe('price-type-unavailable')
    const anonymous = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await addTickets(theatre, anonymous, actor, 'tonight', seatsAt('member', 'A.2')))).toBe('price-type-unavailable')
  })

  it('is worth less where a code takes a share off the ticket already', async () => {
    await using theatre = await openTestTheatre()
    const rule = { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 10 } }
    await announcePromo(theatre.db, { code: 'CODE', name: 'A code', rule }, { name: 'test' })
    const { basket, read, savings } = await openMemberBasket(theatre, fullPriceSeats('A.1'))
    await applyPromo(theatre, basket, actor, 'CODE')
    const { totals } = await read()
    expect(await savings()).toMatchObject({ priority: 4_50 })
    await addItem(theatre, basket, actor, priority)
    expect((await read()).totals.total).toBe(totals.total - 4_50 + 95_00)
  })

  it('is sold with tickets at its price', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'])
    await addItem(theatre, buyer.basket, actor, priority)
    expect((await buyer.read()).totals.total).toBe(40_00 + 95_00)
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    manual.end(started.value.payment, 'succeeded')
    const paid = await checkPayment(manual.shop, buyer.customer.id, started.value.payment, actor)
    expect(paid).toMatchObject({ ok: true, value: { order: { state: 'confirmed' } } })
    await expectInvariants(theatre)
  })

  it('is offered with what it saves by the same number of queries for any number of memberships and performances', async () => {
    await using theatre = await openTestTheatre()
    const { basket, customer } = await openMemberBasket(theatre, fullPriceSeats('A.1'))
    const countQueries = async (memberships: typeof theatre.brand.memberships): Promise<number> => {
      let queries = 0
      const db = theatre.db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const offers = await listMembershipOffers(
        { ...theatre, db, brand: { ...theatre.brand, memberships } },
        { customer, basketId: basket },
      )
      expect(offers).toHaveLength(memberships.length)
      return queries
    }
    const { memberships } = theatre.brand
    const fewest = await countQueries(memberships.filter(({ id }) => id === 'priority'))
    expect(codeOf(await addTickets(theatre, basket, actor, 'tomorrow', fullPriceSeats('A.1')))).toBe('ok')
    expect(await countQueries(memberships)).toBe(fewest)
  })
})
