import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { assertAsyncProperty } from '@playhouse/testing/property'
import { timeLimit } from '@playhouse/testing/time-limit'
import { transact } from '#db'
import { addItem, applyCredit, applyVoucher, readBasket } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { Brand } from '@playhouse/domain/brand'
import { add, money } from '@playhouse/domain/money'
import type { SaleTender } from '@playhouse/domain/sales-by-tender'
import { gift, selling, vouchers } from '../payment/testing/item-buyer.ts'
import { ensureCounterBasket, sellAtCounter } from './index.ts'
import { openTestCounter, readTestTakings } from './testing/test-counter.ts'

const brandOf = (brand: Brand): Brand => ({ ...selling(brand), counterTenders: [{ method: 'theatre-tokens' }, { method: 'cheque' }] })

/** One sale of a day. Amounts in minor units; zero or false leaves the part out. */
type Sale = {
  readonly seats: number
  readonly donation: number
  readonly soldVouchers: number
  readonly spentVoucher: number
  readonly spendsCredit: boolean
  readonly isExchange: boolean
  readonly way: 'cash' | 'theatre-tokens' | 'cheque'
}

const sale: fc.Arbitrary<Sale> = fc.record({
  seats: fc.integer({ min: 0, max: 2 }),
  donation: fc.constantFrom(0, 10_00, 33_33),
  soldVouchers: fc.integer({ min: 0, max: 2 }),
  spentVoucher: fc.constantFrom(0, 7_77, 50_00),
  spendsCredit: fc.boolean(),
  isExchange: fc.boolean(),
  way: fc.constantFrom('cash' as const, 'theatre-tokens' as const, 'cheque' as const),
})
/** What the ledger and the orders of the day say, calculated apart from the report. */
async function readBooks({ db }: TestTheatre) {
  const { rows: kinds } = await sql<{ kind: string; amount: number }>`
    select kind, sum(amount)::int as amount from order_line group by kind having sum(amount) <> 0`.execute(db)
  const { rows: spent } = await sql<{ kind: 'credit' | 'gift-voucher'; amount: number }>`
    select l.kind, -sum(e.amount)::int as amount from ledger_entry e join ledger_account l on l.id = e.account_id
    where e.reason = 'spent' group by l.kind`.execute(db)
  const { rows: paid } = await sql<{ way: string; amount: number }>`
    select provider as way, sum(amount)::int as amount from payment_attempt where state = 'succeeded' and amount > 0 group by provider`.execute(
    db,
  )
  const spentBy = (kind: string): number => spent.find((row) => row.kind === kind)?.amount ?? 0
  return { kinds, paid, vouchers: spentBy('gift-voucher'), credit: spentBy('credit') }
}

/** Sells a day and compares its report with the books. @returns the number of sales and of their tenders, and the cash of both tables */
async function sellDay(theatre: TestTheatre, sales: readonly Sale[]) {
  const counter = await openTestCounter(theatre)
  const { shop, staff, actor } = counter
  const { id: customer } = await customerOf(theatre)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer, amount: money(41_11), months: 6, from: 'issued' }, actor))
  const free = ['A', 'B', 'C'].flatMap((row) => [1, 2, 3, 4].map((seat) => `${row}.${seat}`))
  let earlier: { readonly order: string; readonly ticket: string; readonly value: number } | undefined
  let sold = 0
  for (const { seats, donation, soldVouchers, spentVoucher, spendsCredit, isExchange, way } of sales) {
    const basket =
      seats > 0
        ? await counter.hold(customer, free.splice(0, seats))
        : await ensureCounterBasket(theatre, { staff, customer, basket: undefined })
    if (donation > 0) expect(await addItem(theatre, basket, actor, gift(donation))).toMatchObject({ ok: true })
    if (soldVouchers > 0) expect(await addItem(theatre, basket, actor, vouchers(25_00, soldVouchers))).toMatchObject({ ok: true })
    if (spentVoucher > 0) await applyVoucher(theatre, basket, actor, await issueVoucher(theatre.db, { amount: money(spentVoucher) }, actor))
    if (spendsCredit) await applyCredit(theatre, basket, actor)
    const { version } = await readBasket(theatre, basket)
    const exchange = isExchange && seats > 0 && earlier
    const result = await sellAtCounter(
      shop,
      basket,
      { staff, role: 'manager', actor, locale: 'en' },
      { version, way, delivery: 'print', ...(exchange && { exchange: exchangeOf(exchange) }) },
    )
    if (!result.ok) continue
    sold += 1
    if (exchange) earlier = undefined
    const order = await counter.read(result.value.order)
    const [worth] = order.worth
    if (worth) earlier = { order: result.value.order, ticket: worth.ticket, value: worth.value }
  }
  const { people, kinds } = await readTestTakings(theatre)
  const books = await readBooks(theatre)
  expect(kinds.filter(({ amount }) => amount !== 0).map(({ kind, amount }) => ({ kind, amount }))).toEqual(
    expect.arrayContaining(books.kinds),
  )
  for (const { amount, tenders } of kinds) expect(add(money(0), ...tenders.map((cell) => cell.amount))).toBe(amount)
  const cells = kinds.flatMap(({ tenders }) => tenders)
  const paidBy = (tender: SaleTender): number => cells.filter((cell) => cell.tender === tender).reduce((sum, { amount }) => sum + amount, 0)
  for (const { way, amount } of books.paid) expect(paidBy(way as SaleTender), way).toBe(amount)
  expect(paidBy('voucher')).toBe(books.vouchers)
  expect(paidBy('credit') + paidBy('exchange')).toBe(books.credit)
  const [person] = people
  expect(paidBy('voucher') + paidBy('credit') + paidBy('exchange')).toBe(person?.otherIn ?? 0)
  await expectInvariants(theatre)
  const cash = { byKind: paidBy('cash'), byStaff: person?.cashIn ?? 0 }
  return { sold, tenders: new Set(cells.map(({ tender }) => tender)).size, cash }
}

const exchangeOf = ({ order, ticket, value }: { readonly order: string; readonly ticket: string; readonly value: number }) => ({
  ...{ order, tickets: [ticket], value: money(value) },
  rest: 'credit' as const,
})

it('agrees with orders, payments and ledger by kind and by tender, over any sales', { timeout: timeLimit(120_000) }, async () => {
  const mixed: Sale = {
    ...{ seats: 2, donation: 33_33, soldVouchers: 1, spentVoucher: 7_77 },
    ...{ spendsCredit: true, isExchange: true, way: 'cash' },
  }
  const byCheque: Sale = { ...mixed, way: 'cheque', spentVoucher: 0 }
  await assertAsyncProperty(
    [fc.array(sale, { minLength: 4, maxLength: 6 })],
    async (skip, sales) => {
      await using theatre = await openTestTheatre(brandOf)
      const { sold, tenders, cash } = await sellDay(theatre, sales)
      expect(cash.byKind).toBe(cash.byStaff)
      if (sold < 2 || tenders < 2) skip()
    },
    { numRuns: 6, examples: [[[mixed, byCheque]]], endOnFailure: true },
  )
})
