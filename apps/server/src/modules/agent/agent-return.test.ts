import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId, transact } from '#db'
import { readActivityLog, unblockSeats } from '#modules/counter'
import { settleRefundByHand } from '#modules/payment'
import { closest } from '#modules/spreadsheet'
import { claimSeats } from '#modules/seating'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { readAgentReturn } from '@playhouse/domain/agent-return'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { runWithKills } from '../../integration/run-with-kills.ts'
import { openTestCounter } from '../counter/testing/test-counter.ts'
import { enterAgentReturn, listAgentSales } from './index.ts'

type Row = {
  readonly seat: string
  readonly reference?: string
  readonly buyer?: string
  readonly priceType?: string
  readonly performance?: string
}

/** A theatre with an agent, who keeps 12.5%, and with rows A and D of tonight locked for the agent. */
async function openAgent(theatre: TestTheatre) {
  const counter = await openTestCounter(theatre)
  const record = { name: 'Hotel Globe', commissionBasisPoints: 1_250, paymentDays: 14, position: 1 }
  await sql`insert into catalogue_record (kind, id, position, data) values ('agent', 'globe', 1, ${JSON.stringify(record)}::jsonb)`.execute(
    theatre.db,
  )
  const lock = newId()
  const seats = [...Array.from({ length: 10 }, (_, nth) => nth), 30, 31]
  await transact(theatre.db, async (trx) => {
    await trx
      .insertInto('seat_hold')
      .values({ id: lock, performance_id: 'tonight', kind: 'agent', agent: 'globe', reason: '', staff_id: counter.staff, lifted_at: null })
      .execute()
    await claimSeats(trx, { performance: 'tonight', seats }, { as: 'blocked', lock })
  })
  const entry = { agent: 'globe', fileName: 'march.csv', staff: counter.staff, actor: counter.actor, isPreview: false }
  const fileOf = (rows: readonly Row[]) => {
    const cells = rows.map(({ performance = 'tonight', seat, priceType = '', buyer = '', reference = '' }) => [
      ...[performance, seat, priceType, buyer, reference],
    ])
    return readAgentReturn([{ name: 'march', rows: [['performance', 'seat', 'price type', 'buyer', 'reference'], ...cells] }], closest)
  }
  const enter = (rows: readonly Row[], isPreview = false) => enterAgentReturn(theatre, { ...entry, isPreview }, fileOf(rows))
  const orders = () => theatre.db.selectFrom('customer_order').selectAll().orderBy('total', 'desc').execute()
  const claims = async () => {
    const rows = await sql<{ state: string; seats: number[] }>`
      select state, array_agg(seat order by seat) as seats from seat_claim where performance_id = 'tonight' group by state`.execute(
      theatre.db,
    )
    return Object.fromEntries(rows.rows.map(({ state, seats: of }) => [state, of]))
  }
  return { ...counter, lock, entry, fileOf, enter, orders, claims }
}

test('sells the seats of a return file as orders on account, one for each reference and buyer, and never twice', async () => {
  await using theatre = await openTestTheatre()
  const { enter, orders, claims, read, giveBack, actor, at } = await openAgent(theatre)
  const rows = [
    { seat: 'A1', reference: 'G-1', buyer: 'Ann Page' },
    { seat: 'a 2', reference: 'G-1', buyer: 'Ann Page', priceType: 'under-26' },
    { seat: 'stalls.D.1', reference: 'G-2' },
  ]
  const figures = { problemCount: 0, saleCount: 3, orders: 2, unchanged: 0, gross: 95_00, commission: 11_88, net: 83_12 }
  expect(await enter(rows, true)).toMatchObject({ ...figures, isEntered: false })
  expect(await orders(), 'a preview').toEqual([])
  expect(await enter(rows)).toMatchObject({ ...figures, isEntered: true })
  const [first, second] = await orders()
  expect(first).toMatchObject({ total: 65_00, paid: 65_00, state: 'confirmed', channel: 'box-office', notes: { order: 'Ann Page, G-1' } })
  expect(second).toMatchObject({ total: 30_00, customer_id: first!.customer_id })
  expect((await claims())['sold']).toEqual([0, 1, 30, 39])
  const sold = await read(first!.number)
  expect(sold).toMatchObject({ origin: 'invoice', reference: 'G-1', refundMeans: 'credit-note', soldBy: 'Max', may: { credit: false } })
  expect(sold.customer).toMatchObject({ id: null, name: 'Hotel Globe' })
  const [entry] = await readActivityLog(theatre, at)
  expect(entry).toMatchObject({ who: 'Max', verb: 'sell' })
  const topics = (await theatre.db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)
  expect(
    topics.filter((topic) => topic.startsWith('mail.')),
    'no mail',
  ).toEqual([])

  expect(await enter([...rows, { seat: 'A3', reference: 'G-1' }])).toMatchObject({ saleCount: 1, unchanged: 3, isEntered: true })
  expect(await enter(rows)).toMatchObject({ saleCount: 0, orders: 0, unchanged: 3, gross: 0 })
  expect(await orders()).toHaveLength(3)
  const [ticket] = sold.order.tickets
  await giveBack(first!.number, [ticket!.id], 'origin', money(45_00))
  const [refund] = (await read(first!.number)).refunds
  expect(await settleRefundByHand(theatre.db, refund!.id, 'CN-1', actor), 'a credit note').toBe(true)
  expect(await enter(rows), 'a returned ticket is not sold again').toMatchObject({ saleCount: 0, unchanged: 3 })
  await expectInvariants(theatre)
})

test('lists what an agent owes by the days of the theatre, at the commission of that time, without refunded tickets', async () => {
  await using theatre = await openTestTheatre()
  const { enter, orders, read, giveBack } = await openAgent(theatre)
  await enter([
    { seat: 'A1', reference: 'G-1' },
    { seat: 'A2', reference: 'G-1' },
  ])
  const [first] = await orders()
  await sql`update agent_return set entered_at = '2026-03-31T23:30:00Z'`.execute(theatre.db)
  await sql`update catalogue_record set data = data || '{"commissionBasisPoints":500}' where kind = 'agent'`.execute(theatre.db)
  await enter([{ seat: 'D1', reference: 'G-2' }])
  const [ticket] = (await read(first!.number)).order.tickets
  await giveBack(first!.number, [ticket!.id], 'origin', money(45_00))
  const shop = { ...theatre, brand: { timeZone: 'Europe/London' } }
  const all = await listAgentSales(shop, 'globe', {})
  expect(all).toMatchObject({
    hasMore: false,
    sales: [
      { reference: 'G-2', count: 1, gross: 30_00, commission: 1_50, net: 28_50 },
      {
        order: first!.number,
        reference: 'G-1',
        enteredOn: '2026-04-01',
        dueOn: '2026-04-15',
        count: 1,
        returned: 1,
        gross: 45_00,
        net: 39_37,
      },
    ],
  })
  expect((await listAgentSales(shop, 'globe', { from: '2026-04-01', until: '2026-04-01' }))!.sales).toEqual([all!.sales[1]])
  expect((await listAgentSales(shop, 'globe', { until: '2026-03-31' }))!.sales).toEqual([])
  expect(await listAgentSales(shop, 'none', {})).toBeUndefined()
})

test('shows everything that is wrong in a return file, and sells nothing of it', async () => {
  await using theatre = await openTestTheatre()
  const { enter, orders, sell, lock, actor, at } = await openAgent(theatre)
  await sell(undefined, ['B.1'])
  await unblockSeats(theatre, lock, actor, at, { reason: 'released', seats: ['stalls.A.9'] })
  const summary = await enter([
    { seat: 'A1' },
    { seat: 'A1' },
    { seat: 'A9' },
    { seat: 'B1' },
    { seat: 'B2' },
    { seat: 'Z1' },
    { seat: 'A3', priceType: 'comp' },
    { seat: 'A4', performance: 'tonigth' },
  ])
  expect(summary).toMatchObject({ saleCount: 1, isEntered: false })
  expect(summary!.problems.map(({ row, column, fault, suggestion }) => [row, column, fault, suggestion])).toEqual([
    [3, 'seat', 'repeated-seat', '2'],
    [4, 'seat', 'lock-released', null],
    [5, 'seat', 'seat-sold', null],
    [6, 'seat', 'not-allocated', null],
    [7, 'seat', 'unknown-seat', null],
    [8, 'price type', 'unknown-reference', expect.any(String)],
    [9, 'performance', 'unknown-reference', 'tonight'],
  ])
  expect(await orders(), 'only the sale at the counter').toHaveLength(1)
  expect(await enterOther(theatre)).toBeUndefined()
  await expectInvariants(theatre)
})

const enterOther = (theatre: TestTheatre) =>
  enterAgentReturn(
    theatre,
    { agent: 'none', fileName: 'x.csv', staff: newId(), actor: { name: 'test' }, isPreview: true },
    { sheet: '', rows: [], problems: [] },
  )

test('enters a file once in several processes, also where a process is killed', { timeout: timeLimit(60_000) }, async () => {
  await using theatre = await openTestTheatre()
  const { entry, fileOf, enter, orders, claims, lock } = await openAgent(theatre)
  const rows = [0, 1, 2, 3].map((nth) => ({ seat: `A${nth + 1}`, reference: `G-${nth}` }))
  const results = await Promise.all([enter(rows), enter(rows), enter(rows)])
  expect(results.map((result) => result!.saleCount).toSorted()).toEqual([0, 0, 4])
  expect(await orders()).toHaveLength(4)
  const more = fileOf(['A5', 'A6', 'A7', 'A8', 'A9', 'A10', 'D1', 'D2'].map((seat) => ({ seat, reference: 'G-9' })))
  const last = await runWithKills(theatre, (dying) => enterAgentReturn(dying, entry, more))
  expect(last).toMatchObject({ problemCount: 0 })
  expect(await orders()).toHaveLength(5)
  expect(await claims()).toEqual({ sold: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 31, 39] })
  const hold = await theatre.db.selectFrom('seat_hold').select('lifted_at').where('id', '=', lock).executeTakeFirstOrThrow()
  expect(hold.lifted_at, 'a lock without seats has ended').not.toBeNull()
})
