import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { cancelGroupBooking, queueGroupReminders } from './index.ts'
import { booked, deposited } from './testing/booked.ts'

const reminders = async ({ db }: TestTheatre): Promise<number> =>
  (await db.selectFrom('outbox').select('id').where('topic', '=', 'mail.group-due').execute()).length
/** Makes the booking two days older. */
const age = ({ db }: TestTheatre) => sql`update reservation set created_at = created_at - interval '2 days'`.execute(db)
/** Moves the due days: days from today on the clocks of the performance. */
const dueIn = ({ db }: TestTheatre, deposit: number, balance: number) =>
  sql`update group_booking set deposit_due = d.today + ${deposit}::int, balance_due = d.today + ${balance}::int
    from (select (now() at time zone time_zone)::date as today from performance where id = 'tonight') d`.execute(db)

it('reminds once of each day on which something is due, a week before', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const booking = await booked(theatre)
  await dueIn(theatre, 9, 40)
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'a new booking').toBe(0)
  await age(theatre)
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'more than a week before').toBe(0)
  await dueIn(theatre, 5, 40)
  await Promise.all([queueGroupReminders(db), queueGroupReminders(db)])
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'of the deposit').toBe(1)
  await booking.max.pay((await deposited(theatre, booking, 10_00)).basket)
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'the rest is due later').toBe(1)
  await dueIn(theatre, 3, 6)
  await queueGroupReminders(db)
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'of the rest').toBe(2)
  await expectInvariants(theatre)
})

it('reminds of nothing that is paid, cancelled or overdue', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const booking = await booked(theatre)
  await age(theatre)
  await dueIn(theatre, -2, -1)
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'overdue').toBe(0)
  await dueIn(theatre, 2, 3)
  await booking.max.pay((await deposited(theatre, booking, 90_00)).basket)
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'all is paid').toBe(0)
  const cancellation = { deposit: 'origin', paid: money(90_00), reason: 'no trip' } as const
  expect(await cancelGroupBooking(booking.max.shop, booking.number, cancellation, booking.max.actor)).toMatchObject({ ok: true })
  await queueGroupReminders(db)
  expect(await reminders(theatre), 'cancelled').toBe(0)
  await expectInvariants(theatre)
})
