import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '#db'
import { addReservedOrder, openBasket, readBasket } from '#modules/basket'
import { readCredit } from '#modules/credit'
import { readSoldOrder } from '#modules/counter'
import { addTickets } from '#modules/hold'
import { readOrder } from '#modules/order'
import { processReturn, validateExchange } from '#modules/payment'
import { lapseReservations, listReservations } from '#modules/reservation'
import { closest } from '#modules/spreadsheet'
import { money } from '@playhouse/domain/money'
import { isReconciled, type MovingInReport, readMovingIn } from '@playhouse/domain/moving-in'
import type { Cell } from '@playhouse/domain/programme-file'
import { expectInvariants, fullPriceSeats, openTestTheatre, type TestTheatre } from '#testing'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { moveIn } from './index.ts'

let theatre: TestTheatre
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(async () => {
  await expectInvariants(theatre)
  await theatre.database.drop()
})

const actor = { name: 'operator' }
const run = (orders: Cell[][], seats: Cell[][], isPreview = false): Promise<MovingInReport> =>
  moveIn(
    theatre,
    actor,
    readMovingIn(
      [
        {
          name: 'customers',
          rows: [
            ['customer', 'e-mail', 'first name', 'last name'],
            ['1', 'ann@audience.example', 'Ann', 'Page'],
          ],
        },
        { name: 'orders', rows: [['order', 'customer', 'placed', 'reserved until'], ...orders] },
        { name: 'seats', rows: [['order', 'performance', 'area', 'row', 'number', 'price type', 'price paid'], ...seats] },
      ],
      closest,
    ),
    { isPreview },
  )
const seat = (order: string, row: string, number: number, price: number, performance = 'tonight'): Cell[] => [
  order,
  performance,
  areaName,
  row,
  number,
  'full',
  price,
]
const areaName = 'Stalls'
const orderOf = async () => {
  const ann = await theatre.db.selectFrom('customer').select('id').where('email', '=', 'ann@audience.example').executeTakeFirstOrThrow()
  return theatre.db.selectFrom('customer_order').selectAll().where('customer_id', '=', ann.id).executeTakeFirstOrThrow()
}

it('sells the seats of an order, shows it at the counter, and reconciles by performance', async () => {
  const rows = [seat('o1', 'A', 1, 40), seat('o1', 'A', 2, 40), seat('o1', 'B', 5, 0, 'tomorrow')]
  const preview = await run([['o1', '1', '2026-01-15']], rows, true)
  expect(preview.problems).toEqual([])
  const report = await run([['o1', '1', '2026-01-15']], rows)
  expect(report).toEqual(preview)
  expect(
    report.reconciliation.filter(({ sheet }) => sheet === 'seats').map((line) => [line.part, line.rowsInShop, line.sumInShop]),
  ).toEqual([
    ['tonight', 2, 80_00],
    ['tomorrow', 1, 0],
  ])
  expect(report.reconciliation.filter((line) => !isReconciled(line))).toEqual([])
  const order = await orderOf()
  expect(order).toMatchObject({ state: 'confirmed', total: 80_00, paid: 80_00, placed_at: new Date('2026-01-15T00:00:00.000Z') })
  const sold = await readSoldOrder(openManualProvider(theatre).shop, order.number, 'manager')
  expect(sold).toMatchObject({ left: 80_00 })
  const { order: shown } = (await readOrder(theatre, order.customer_id, order.number))!
  expect(shown.tickets.map(({ row, number }) => `${row}${number}`).toSorted()).toEqual(['A1', 'A2', 'B5'])
  await expectInvariants(theatre)
})

it('changes nothing when it runs again, and keeps an order from a file with other seats', async () => {
  const same = await run([['o1', '1', '2026-01-15']], [seat('o1', 'A', 1, 40), seat('o1', 'A', 2, 40), seat('o1', 'B', 5, 0, 'tomorrow')])
  expect(same.counts.filter(({ created, changed }) => created + changed > 0)).toEqual([])
  expect(same.reconciliation.filter((line) => !isReconciled(line))).toEqual([])
  const other = await run([['o1', '1', '2026-01-15']], [seat('o1', 'A', 3, 40)])
  expect(other.kept).toEqual([{ sheet: 'seats', row: 2, key: 'o1', reason: 'order-stays' }])
  expect(other.reconciliation.filter((line) => !isReconciled(line))).toMatchObject([
    { sheet: 'seats', part: 'tonight', rowsInFile: 1, rowsInShop: 2 },
  ])
})

it('refuses seats that are sold or held here, all of them at once, and writes nothing', async () => {
  const basket = await openBasket(theatre.db, theatre.brand)
  expect((await addTickets(theatre, basket, { name: 'guest' }, 'tonight', fullPriceSeats('C.1'))).ok).toBe(true)
  const report = await run([['o2', '1', null]], [seat('o2', 'A', 1, 40), seat('o2', 'C', 1, 40), seat('o2', 'C', 2, 40)])
  expect(report.problems.map(({ row, fault, value }) => [row, fault, value])).toEqual([
    [2, 'seat-taken', 'tonight, Stalls A 1'],
    [3, 'seat-taken', 'tonight, Stalls C 1'],
  ])
  expect(await theatre.db.selectFrom('moved_in').select('id').where('key', '=', 'o2').execute()).toEqual([])
})

it('lets the box office exchange its tickets', async () => {
  const order = await orderOf()
  const tickets = await theatre.db.selectFrom('ticket').select('id').where('order_id', '=', order.id).where('price', '>', 0).execute()
  const request = { order: order.number, tickets: tickets.map(({ id }) => id), value: money(80_00), rest: 'credit' as const }
  const { shop } = openManualProvider(theatre)
  const valid = await transact(theatre.db, (trx) => validateExchange(shop, trx, request))
  expect(valid).toMatchObject({ ok: true, value: { exchange: { value: 80_00 } } })
})

it('refunds returned tickets to the credit of the customer, who never paid by a card here', async () => {
  const order = await orderOf()
  const ticket = await theatre.db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', order.id)
    .where('price', '>', 0)
    .executeTakeFirstOrThrow()
  const request = { tickets: [ticket.id], to: 'origin' as const, value: money(40_00), reason: 'ill', isLateAllowed: false }
  expect(await processReturn(openManualProvider(theatre).shop, order.number, request, actor)).toMatchObject({ ok: true })
  expect(await readCredit(theatre.db, order.customer_id)).toMatchObject({ balance: 40_00 })
  expect(await theatre.db.selectFrom('refund').select('id').execute()).toEqual([])
  await expectInvariants(theatre)
})

it('reserves the seats of an order that is not paid until its day, or until the first performance, at the promised prices', async () => {
  const until = Temporal.Now.plainDateISO(theatre.brand.timeZone).add({ days: 400 }).toString()
  const rows = [seat('r1', 'D', 1, 35), seat('r1', 'D', 2, 35, 'tomorrow')]
  const report = await run([['r1', '1', null, until]], rows)
  expect(report.problems).toEqual([])
  expect(report.reconciliation.filter((line) => !isReconciled(line))).toEqual([])
  const { id: customer } = await theatre.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', 'ann@audience.example')
    .executeTakeFirstOrThrow()
  const [reservation] = await listReservations(theatre, customer)
  const { startsAt } = (await theatre.catalogue.performances()).find(({ id }) => id === 'tonight')!
  expect(reservation!.heldUntil).toBe(new Date(startsAt).toISOString())
  await expectInvariants(theatre)
  const again = await run([['r1', '1', null, until]], rows)
  expect(again.counts.filter(({ created, changed }) => created + changed > 0)).toEqual([])
  expect((await run([['r1', '1', null]], [seat('r1', 'D', 3, 35)])).kept).toEqual([
    { sheet: 'seats', row: 2, key: 'r1', reason: 'order-stays' },
  ])
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer })
  expect(await addReservedOrder(theatre, basket, customer, reservation!.number, { name: 'clerk' })).toMatchObject({ ok: true })
  const { tickets } = await readBasket(theatre, basket)
  expect(tickets.map(({ price }) => price)).toEqual([35_00, 35_00])
  await expectInvariants(theatre)
})

it('ends a reservation with its day at the theatre, and refuses a day that is over and a seat that is taken', async () => {
  const today = Temporal.Now.plainDateISO(theatre.brand.timeZone)
  const over = await run([['r2', '1', null, today.subtract({ days: 1 }).toString()]], [seat('r2', 'B', 9, 35)])
  expect(over.problems).toMatchObject([{ sheet: 'orders', column: 'reserved until', fault: 'already-over' }])
  const taken = await run([['r2', '1', null, today.toString()]], [seat('r2', 'D', 1, 35)])
  expect(taken.problems).toMatchObject([{ sheet: 'seats', fault: 'seat-taken' }])
  expect((await run([['r2', '1', null, today.toString()]], [seat('r2', 'B', 9, 35, 'tomorrow')])).problems).toEqual([])
  const { id } = await theatre.db.selectFrom('moved_in').select('id').where('key', '=', 'r2').executeTakeFirstOrThrow()
  const { held_until } = await theatre.db.selectFrom('reservation').select('held_until').where('id', '=', id).executeTakeFirstOrThrow()
  expect(held_until.getTime()).toBe(today.add({ days: 1 }).toZonedDateTime(theatre.brand.timeZone).epochMilliseconds)
  await theatre.db
    .updateTable('reservation')
    .set({ held_until: new Date(0) })
    .where('id', '=', id)
    .execute()
  expect(await lapseReservations(theatre.db)).toBe(1)
  await expectInvariants(theatre)
})
