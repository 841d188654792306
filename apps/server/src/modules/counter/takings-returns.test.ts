import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { assertAsyncProperty } from '@playhouse/testing/property'
import { timeLimit } from '@playhouse/testing/time-limit'
import { transact } from '#db'
import { addItem, applyCredit, applyVoucher, readBasket } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { processReturn, settleRefundByHand } from '#modules/payment'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import type { RefundDestination } from '@playhouse/domain/refunds-by-kind'
import { gift, selling, vouchers } from '../payment/testing/item-buyer.ts'
import { sellAtCounter } from './index.ts'
import { openTestCounter, readTestTakings } from './testing/test-counter.ts'

const brandOf = (brand: Brand): Brand => ({ ...selling(brand), counterTenders: [{ method: 'theatre-tokens' }, { method: 'cheque' }] })

/** One return of what is left of a sale. */
type Return = { readonly tickets: number; readonly hasItems: boolean; readonly to: 'credit' | 'origin' }
/** One sale of a day and the returns of it. Amounts in minor units; zero or false leaves the part out. */
type Sale = {
  readonly seats: number
  readonly donation: number
  readonly soldVouchers: number
  readonly spentVoucher: number
  readonly spendsCredit: boolean
  readonly exchangesFirst: boolean
  readonly way: 'cash' | 'theatre-tokens' | 'cheque'
  readonly returns: readonly Return[]
}
const aReturn: fc.Arbitrary<Return> = fc.record({
  tickets: fc.integer({ min: 0, max: 2 }),
  hasItems: fc.boolean(),
  to: fc.constantFrom('credit' as const, 'origin' as const),
})
const sale: fc.Arbitrary<Sale> = fc.record({
  seats: fc.integer({ min: 1, max: 3 }),
  donation: fc.constantFrom(0, 10_00, 33_33),
  soldVouchers: fc.integer({ min: 0, max: 1 }),
  spentVoucher: fc.constantFrom(0, 7_77, 50_00),
  spendsCredit: fc.boolean(),
  exchangesFirst: fc.boolean(),
  way: fc.constantFrom('cash' as const, 'theatre-tokens' as const, 'cheque' as const),
  returns: fc.array(aReturn, { maxLength: 2 }),
})

type Counter = Awaited<ReturnType<typeof openTestCounter>>

/** Returns tickets and items of an order, as far as it has them. @returns the value in minor units */
async function returnParts({ shop, actor, read }: Counter, order: string, { tickets, hasItems, to }: Return): Promise<number> {
  const { worth, itemWorth, may, order: sold } = await read(order)
  const chosenTickets = worth.slice(0, tickets)
  const chosenItems = hasItems ? itemWorth.filter(({ isAlone }) => isAlone) : []
  const isAll = chosenTickets.length === worth.length && chosenItems.length === itemWorth.length
  if (chosenTickets.length + chosenItems.length === 0 || !may.origin) return 0
  const rest = sold.totals.total - sold.refunded - sold.credited
  const value = isAll ? rest : [...chosenTickets, ...chosenItems].reduce((sum, part) => sum + part.value, 0)
  const ids = { tickets: chosenTickets.map(({ ticket }) => ticket), items: chosenItems.map(({ item }) => item) }
  const returned = await processReturn(shop, order, { ...ids, to, value: money(value), reason: 'ill', isLateAllowed: false }, actor)
  if (!returned.ok) throw new Error(`${returned.error.code} ${JSON.stringify({ value, worth, itemWorth, sold: sold.totals })}`)
  return value
}

/** What the refunds and the ledger have of all returns, calculated apart from the report. */
async function readBooks({ db }: TestTheatre) {
  const { rows: refunds } = await sql<{ means: RefundDestination; amount: number }>`
    select means, sum(amount)::int as amount from refund where order_id is not null group by means`.execute(db)
  const { rows: entries } = await sql<{ reason: string; amount: number }>`
    select reason, sum(amount)::int as amount from ledger_entry
    where account_id is not null and order_id is not null and reason in ('returned', 'refunded') group by reason`.execute(db)
  const { rows: parts } = await sql<{ tickets: number; items: number }>`
    select (select count(*)::int from ticket where returned_at is not null) as tickets,
      (select coalesce(sum(quantity), 0)::int from order_item where returned_at is not null) as items`.execute(db)
  const entered = (reason: string): number => entries.find((entry) => entry.reason === reason)?.amount ?? 0
  return { refunds, returned: entered('returned'), refunded: entered('refunded'), parts: parts[0]! }
}

async function sellAndReturn(theatre: TestTheatre, sales: readonly Sale[]) {
  const counter = await openTestCounter(theatre)
  const { shop, staff, actor } = counter
  const { id: customer } = await customerOf(theatre)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer, amount: money(41_11), months: 6, from: 'issued' }, actor))
  const free = ['A', 'B', 'C', 'D'].flatMap((row) => [1, 2, 3, 4].map((seat) => `${row}.${seat}`))
  let earlier: { readonly order: string; readonly tickets: readonly string[]; readonly value: ReturnType<typeof money> } | undefined
  let total = 0
  for (const { seats, donation, soldVouchers, spentVoucher, spendsCredit, exchangesFirst, way, returns } of sales) {
    const basket = await counter.hold(customer, free.splice(0, seats))
    if (donation > 0) expect(await addItem(theatre, basket, actor, gift(donation))).toMatchObject({ ok: true })
    if (soldVouchers > 0) expect(await addItem(theatre, basket, actor, vouchers(25_00, soldVouchers))).toMatchObject({ ok: true })
    if (spentVoucher > 0) await applyVoucher(theatre, basket, actor, await issueVoucher(theatre.db, { amount: money(spentVoucher) }, actor))
    if (spendsCredit) await applyCredit(theatre, basket, actor)
    const { version } = await readBasket(theatre, basket)
    const exchange = exchangesFirst && earlier ? { ...earlier, rest: 'credit' as const } : undefined
    const clerk = { staff, role: 'manager', actor, locale: 'en' } as const
    const sold = await sellAtCounter(shop, basket, clerk, { version, way, delivery: 'print', ...(exchange && { exchange }) })
    if (!sold.ok) throw new Error(sold.error.code)
    if (exchange) total += exchange.value
    const { order } = sold.value
    for (const one of returns) total += await returnParts(counter, order, one)
    const { worth, order: kept } = await counter.read(order)
    const [ticket] = worth
    if (exchange) earlier = undefined
    if (ticket && kept.state === 'confirmed') earlier = { order, tickets: [ticket.ticket], value: ticket.value }
  }
  // The office makes bank transfers.
  const waiting = await theatre.db.selectFrom('refund').select('id').where('state', '=', 'failed').execute()
  for (const { id } of waiting) expect(await settleRefundByHand(theatre.db, id, 'BACS 17', actor)).toBe(true)
  return total
}

it('agrees with refunds and ledger by kind and by destination, over any returns', { timeout: timeLimit(120_000) }, async () => {
  const all: Return = { tickets: 3, hasItems: true, to: 'origin' }
  const mixed: Sale = {
    ...{ seats: 2, donation: 33_33, soldVouchers: 1, spentVoucher: 7_77, spendsCredit: true, exchangesFirst: false, way: 'cash' },
    returns: [{ tickets: 1, hasItems: false, to: 'credit' }, all],
  }
  const kept: Sale = { ...mixed, way: 'cheque', spentVoucher: 0, returns: [{ tickets: 0, hasItems: true, to: 'origin' }] }
  const exchanging: Sale = { ...mixed, exchangesFirst: true, way: 'theatre-tokens', returns: [all] }
  await assertAsyncProperty(
    [fc.array(sale, { minLength: 3, maxLength: 4 })],
    async (skip, sales) => {
      await using theatre = await openTestTheatre(brandOf)
      const value = await sellAndReturn(theatre, sales)
      const { refunds, people } = await readTestTakings(theatre)
      const books = await readBooks(theatre)
      const cells = refunds.flatMap(({ destinations }) => destinations)
      const sentTo = (to: RefundDestination): number => cells.filter((cell) => cell.to === to).reduce((sum, { amount }) => sum + amount, 0)
      expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(value)
      for (const { amount, destinations } of refunds) expect(destinations.reduce((sum, cell) => sum + cell.amount, 0)).toBe(amount)
      for (const { means, amount } of books.refunds) expect(sentTo(means), means).toBe(amount)
      expect(sentTo('credit') + sentTo('exchange')).toBe(books.returned)
      expect(sentTo('purses')).toBe(books.refunded)
      const countOf = (isTicket: boolean): number =>
        refunds.filter(({ kind }) => (kind === 'ticket') === isTicket && kind !== 'delivery').reduce((sum, { count }) => sum + count, 0)
      expect({ tickets: countOf(true), items: countOf(false) }).toEqual(books.parts)
      expect([people[0]!.cashBack, people[0]!.credited]).toEqual([sentTo('cash'), sentTo('credit')])
      await expectInvariants(theatre)
      if (new Set(cells.map(({ to }) => to)).size < 2) skip()
    },
    { numRuns: 6, examples: [[[mixed, kept, exchanging]]], endOnFailure: true },
  )
})
