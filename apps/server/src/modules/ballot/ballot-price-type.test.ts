import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addReservedOrder, openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { checkPayment, startPayment } from '#modules/payment'
import { lapseReservations } from '#modules/reservation'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { announceBallot, drawBallots, enterBallot, readBallot, reassignSeats, seatWinner } from './index.ts'

const actor = { name: 'test' }
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)
const billing = {
  ...{ firstName: 'Ada', lastName: 'Quill', phone: '' },
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}

/** A drawn ballot at a price that visitors cannot buy, for two parties of two of which one wins. Returns the winner's entry. */
async function drawn(theatre: TestTheatre) {
  const { db } = theatre
  const times = { opensAt: inMinutes(-60), closesAt: inMinutes(60), drawsAt: inMinutes(120) }
  const terms = { holdHours: 5, maxQuantity: 2, priceType: 'neighbour', seats: new Map([['not-yet', 2]]) }
  await announceBallot(db, { id: 'day-seats', kind: 'choices', ...times, ...terms }, actor)
  const customers = [await customerOf(theatre), await customerOf(theatre)]
  for (const { id } of customers) await enterBallot(db, 'not-yet', id, { quantity: 2, choices: ['not-yet'] }, actor)
  await sql`update ballot set closes_at = now() - interval '1 minute', draws_at = now() - interval '1 second'`.execute(db)
  await drawBallots(db)
  const entries = await db.selectFrom('ballot_entry').selectAll().orderBy('place').execute()
  const [winner, next] = entries.map((entry) => ({ ...entry, customer: customers.find(({ id }) => id === entry.customer_id)! }))
  return { winner: winner!, next: next! }
}
const reservedPrices = ({ db }: TestTheatre) =>
  db.selectFrom('reservation_ticket').select(['band', 'price_type', 'price', 'fee']).orderBy('seat').execute()
const dayPrice = { band: 'a', price_type: 'neighbour', price: 15_00, fee: 1_50 }

it('reserves won seats at the price type of the ballot, which the winner pays', async () => {
  await using theatre = await openTestTheatre()
  const manual = openManualProvider(theatre)
  const { winner } = await drawn(theatre)
  const { customer } = winner
  expect((await readBallot(theatre, 'not-yet', customer.id))!.performances).toMatchObject([{ instance: 'not-yet', price: 15_00 }])
  await Promise.all([seatWinner(theatre, winner.id), seatWinner(theatre, winner.id)])
  expect(await reservedPrices(theatre)).toEqual([dayPrice, dayPrice])
  const { number } = await theatre.db.selectFrom('reservation').select('number').executeTakeFirstOrThrow()
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  expect(await addReservedOrder(theatre, basket, customer.id, number, actor)).toMatchObject({ ok: true })
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, billing)
  const { version, totals } = await readBasket(theatre, basket)
  expect(totals.total).toBe(30_00)
  const started = await startPayment(manual.shop, customer, basket, version, 'en', actor)
  if (!started.ok) throw new Error(started.error.code)
  const { payment } = started.value as { payment: string }
  manual.end(payment, 'succeeded')
  await checkPayment(manual.shop, customer.id, payment, actor)
  const sold = await theatre.db.selectFrom('ticket').select(['price_type', 'price']).execute()
  expect(sold).toEqual([
    { price_type: 'neighbour', price: 15_00 },
    { price_type: 'neighbour', price: 15_00 },
  ])
  await expectInvariants(theatre)
})

it('reserves lapsed seats for the next entry at the same price', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const { winner, next } = await drawn(theatre)
  await seatWinner(theatre, winner.id)
  const { id } = await db.selectFrom('reservation').select('id').executeTakeFirstOrThrow()
  await sql`update reservation set held_until = now() - interval '1 second'`.execute(db)
  await sql`update seat_claim set until = now() - interval '1 second' where state = 'reserved'`.execute(db)
  await lapseReservations(db)
  await Promise.all([reassignSeats(theatre, id), reassignSeats(theatre, id)])
  const reserved = await db.selectFrom('reservation').select('customer_id').where('state', '=', 'reserved').execute()
  expect(reserved).toEqual([{ customer_id: next.customer_id }])
  expect(await reservedPrices(theatre)).toEqual([dayPrice, dayPrice, dayPrice, dayPrice])
  await expectInvariants(theatre)
})
