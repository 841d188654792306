import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addReservedOrder } from '#modules/basket'
import { ensureCounterBasket } from '#modules/counter'
import { lapseReservations } from '#modules/reservation'
import { applyRetention } from '#modules/retention'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { nameGroup, readGroupNames } from './index.ts'
import { booked } from './testing/booked.ts'

type Booking = Awaited<ReturnType<typeof booked>>

/** Names the two seats of a booking, as staff. */
async function named(theatre: TestTheatre, { number, max }: Booking, people: readonly string[], version = 0) {
  const { seats } = await namesOf(theatre, number)
  const names = people.map((name, nth) => ({ ticket: seats[nth]!.ticket, name }))
  return nameGroup(theatre, { number }, { version, names }, max.actor)
}
async function namesOf(theatre: TestTheatre, number: string) {
  const read = await readGroupNames(theatre, { number })
  if (!read.ok) throw new Error(read.error.code)
  return read.value
}
/** Pays the booking at the counter. */
async function pay(theatre: TestTheatre, { max, customer, number }: Booking) {
  const basket = await ensureCounterBasket(theatre, { staff: max.staff, customer: customer.id, basket: undefined })
  await addReservedOrder(theatre, basket, customer.id, number, max.actor)
  const sold = await max.pay(basket)
  if (!sold.ok) throw new Error(sold.error.code)
  return sold.value.order
}
const stored = async ({ db }: TestTheatre) => {
  const { rows } = await sql<{ holder: string }>`
    select holder from reservation_ticket where holder is not null union all select holder from ticket where holder is not null order by 1`.execute(
    db,
  )
  return rows.map(({ holder }) => holder)
}

it('moves the names to the tickets when the booking is paid, and keeps them nowhere else', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  expect(await named(theatre, booking, ['Snug', 'Bottom'])).toMatchObject({ ok: true })
  const order = await pay(theatre, booking)
  expect(await stored(theatre)).toEqual(['Bottom', 'Snug'])
  expect((await namesOf(theatre, order)).seats.map(({ number, name }) => `${number} ${name}`)).toEqual(['1 Snug', '2 Bottom'])
  const { rows } = await sql<{ text: string }>`
    select coalesce(jsonb_agg(to_jsonb(a)), '[]')::text || (select coalesce(jsonb_agg(to_jsonb(o)), '[]')::text from outbox o) as text from audit a`.execute(
    theatre.db,
  )
  expect(rows[0]!.text).toContain('name-group')
  expect(rows[0]!.text).not.toMatch(/Snug|Bottom/)
  await expectInvariants(theatre)
})

it('takes one of two changes at once, and names its editor', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const results = await Promise.all([named(theatre, booking, ['Snug', 'Snug']), named(theatre, booking, ['Bottom', 'Bottom'])])
  const refused = results.filter(({ ok }) => !ok)
  expect(refused).toMatchObject([{ error: { code: 'changed-meanwhile', params: { version: 1, by: 'Max' } } }])
  expect(new Set(await stored(theatre)).size).toBe(1)
  const { seats } = await namesOf(theatre, booking.number)
  const late = { version: 0, names: [{ ticket: seats[0]!.ticket, name: 'Flute' }] }
  const byContact = await nameGroup(theatre, { number: booking.number, customer: booking.customer.id }, late, { name: 'customer x' })
  expect(byContact, 'a contact sees no names of staff').toMatchObject({ error: { params: { by: theatre.brand.name } } })
})

it('refuses the seats of before a payment, and stores both or none', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { seats } = await namesOf(theatre, booking.number)
  await pay(theatre, booking)
  const names = seats.map(({ ticket }) => ({ ticket, name: 'Snug' }))
  const refused = await nameGroup(theatre, { number: booking.number }, { version: 0, names }, booking.max.actor)
  expect(refused).toMatchObject({ error: { code: 'changed-meanwhile' } })
  expect(await named(theatre, booking, ['Snug'])).toMatchObject({ ok: true })
  expect(await stored(theatre)).toEqual(['Snug'])
})

it('ends with the performance, and with the seats', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const booking = await booked(theatre)
  await named(theatre, booking, ['Snug'])
  await sql`update performance set starts_at = now() where id = 'tonight'`.execute(db)
  expect(await named(theatre, booking, ['Bottom'], 1)).toMatchObject({ error: { code: 'reserved-order-locked' } })
  expect(await namesOf(theatre, booking.number)).toMatchObject({ isOpen: false, seats: [{ name: 'Snug' }, {}] })
  await sql`update performance set starts_at = now() + interval '1 day' where id = 'tonight'`.execute(db)
  await sql`update reservation set held_until = now()`.execute(db)
  await lapseReservations(db)
  expect(await namesOf(theatre, booking.number)).toMatchObject({ isOpen: false, seats: [] })
})

it('erases the names 30 days after the performance, paid or not', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const paid = await booked(theatre)
  await named(theatre, paid, ['Snug'])
  await pay(theatre, paid)
  const other = await booked(theatre, ['B.1', 'B.2'], paid.max)
  await named(theatre, other, ['Bottom'])
  await sql`update performance set starts_at = now() - interval '29 days' where id = 'tonight'`.execute(db)
  await applyRetention(db)
  expect(await stored(theatre)).toEqual(['Bottom', 'Snug'])
  await sql`update performance set starts_at = now() - interval '31 days' where id = 'tonight'`.execute(db)
  await applyRetention(db)
  expect(await stored(theatre)).toEqual([])
})

it('erases the names with their contact', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const booking = await booked(theatre)
  await named(theatre, booking, ['Snug', 'Bottom'])
  // Ids contain their creation time: the guest is 40 days old.
  await sql`
    with aged as (select rpad(lpad(to_hex(floor(extract(epoch from now() - interval '40 days') * 1000)::bigint), 12, '0'), 32, '0')::uuid as id),
      guest as (insert into customer (id, email, password_hash, first_name, last_name, is_guest)
        select aged.id, 'guest@example.org', null, 'Peter', 'Quince', true from aged returning id)
    update reservation set customer_id = guest.id from guest`.execute(db)
  await applyRetention(db)
  expect(await stored(theatre)).toEqual([])
})
