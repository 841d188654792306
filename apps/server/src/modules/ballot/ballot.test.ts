import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { drawBallot } from '@playhouse/domain/ballot'
import { createGuest } from '#modules/auth'
import { lapseReservations } from '#modules/reservation'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { announceBallot, drawBallots, enterBallot, leaveBallot, reassignSeats, readBallot, seatWinner } from './index.ts'

const actor = { name: 'test' }
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)
const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)

async function announce(theatre: TestTheatre, seats: ReadonlyMap<string, number>) {
  await announceBallot(
    theatre.db,
    {
      id: 'first',
      kind: 'choices',
      opensAt: inMinutes(-60),
      closesAt: inMinutes(60),
      drawsAt: inMinutes(120),
      holdHours: 48,
      maxQuantity: 4,
      seats,
    },
    actor,
  )
}
const end = ({ db }: TestTheatre) =>
  sql`update ballot set closes_at = now() - interval '1 minute', draws_at = now() - interval '1 second'`.execute(db)

it('accepts one entry per customer while it is open, and reveals the seed once it has closed', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, new Map([['not-yet', 4]]))
  const { id } = await customerOf(theatre)
  expect(codeOf(await enterBallot(theatre.db, 'tonight', id, { quantity: 2, choices: ['tonight'] }, actor))).toBe('instance-unavailable')
  expect(codeOf(await enterBallot(theatre.db, 'not-yet', id, { quantity: 2, choices: ['tonight'] }, actor))).toBe('invalid-input')
  expect(codeOf(await enterBallot(theatre.db, 'not-yet', id, { quantity: 5, choices: ['not-yet'] }, actor))).toBe(
    'too-many-tickets-requested',
  )
  for (const quantity of [2, 3])
    expect(codeOf(await enterBallot(theatre.db, 'not-yet', id, { quantity, choices: ['not-yet'] }, actor))).toBe('ok')
  const open = await readBallot(theatre, 'not-yet', id)
  expect(open).toMatchObject({ state: 'open', seed: null, entries: null, entry: { quantity: 3, choices: ['not-yet'], outcome: null } })
  expect((await readBallot(theatre, 'not-yet', undefined))!.entry).toBeNull()
  await end(theatre)
  const closed = (await readBallot(theatre, 'not-yet', id))!
  expect(closed).toMatchObject({ state: 'closed', entries: 1 })
  expect(createHash('sha256').update(closed.seed!).digest('hex')).toBe(open!.seedHash)
  expect(codeOf(await enterBallot(theatre.db, 'not-yet', id, { quantity: 1, choices: ['not-yet'] }, actor))).toBe('ballot-closed')
  expect(codeOf(await leaveBallot(theatre.db, 'not-yet', id, actor))).toBe('ballot-closed')
})

it('rejects entries of guests, who could enter any number of times', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, new Map([['not-yet', 4]]))
  for (const email of ['one@example.org', 'two@example.org']) {
    const person = { email, firstName: 'Gwen', lastName: 'Guest', phone: '' }
    const guest = await createGuest(theatre.db, person, { requestId: 'r', locale: 'en' })
    expect(codeOf(await enterBallot(theatre.db, 'not-yet', guest, { quantity: 4, choices: ['not-yet'] }, actor))).toBe('login-required')
  }
  expect(await theatre.db.selectFrom('ballot_entry').select('id').execute()).toEqual([])
})

it('draws once, verifiably by the seed, and reserves the won seats', async () => {
  await using theatre = await openTestTheatre()
  const seats = new Map([
    ['not-yet', 6],
    ['members-first', 4],
  ])
  await announce(theatre, seats)
  const people = await Promise.all(Array.from({ length: 8 }, () => customerOf(theatre)))
  for (const [nth, { id }] of people.entries()) {
    const choices = nth % 2 === 0 ? ['not-yet', 'members-first'] : ['not-yet']
    await enterBallot(theatre.db, 'not-yet', id, { quantity: (nth % 3) + 1, choices }, actor)
  }
  await end(theatre)
  const draws = await Promise.all([drawBallots(theatre.db), drawBallots(theatre.db)])
  expect(draws[0]! + draws[1]!).toBe(1)
  expect(await drawBallots(theatre.db)).toBe(0)

  const { seed } = (await readBallot(theatre, 'not-yet', undefined))!
  const entries = await theatre.db.selectFrom('ballot_entry').selectAll().orderBy('place').execute()
  const repeatedDraw = drawBallot(entries, seats, (entry) => createHmac('sha256', seed!).update(entry).digest('hex'))
  expect(entries.map(({ id, place, performance_id }) => ({ entry: id, place, performance: performance_id ?? undefined }))).toEqual(
    repeatedDraw,
  )

  const winners = entries.filter(({ outcome }) => outcome === 'won')
  expect(winners.length).toBeGreaterThan(2)
  for (const { id } of [...winners, ...winners]) await seatWinner(theatre, id)
  const reserved = await theatre.db.selectFrom('reservation').selectAll().execute()
  expect(reserved.map(({ customer_id }) => customer_id).toSorted()).toEqual(winners.map(({ customer_id }) => customer_id).toSorted())
  const mine = await readBallot(theatre, 'not-yet', winners[0]!.customer_id)
  expect(mine!.entry).toMatchObject({ outcome: 'won', order: expect.stringMatching(/^[A-Z2-9]{8}$/) })
  const messages = await theatre.db.selectFrom('outbox').select('topic').where('topic', 'like', 'mail.ballot%').execute()
  expect(messages.filter(({ topic }) => topic === 'mail.ballot-won')).toHaveLength(winners.length)
  expect(messages.filter(({ topic }) => topic === 'mail.ballot-lost')).toHaveLength(entries.length - winners.length)
  await expectInvariants(theatre)
})

/** A closed ballot with a number of entries. */
async function entered(theatre: TestTheatre, count: number) {
  const seats = new Map([['not-yet', Math.floor(count / 4)]])
  await announce(theatre, seats)
  const { rows } = await sql<{ id: string }>`
    insert into customer (id, email, first_name, last_name) select gen_random_uuid(), 'entrant' || n || '@example.org', 'Ada', 'Quill'
    from generate_series(1, ${count}) n returning id`.execute(theatre.db)
  await sql`
    insert into ballot_entry (id, ballot_id, customer_id, quantity, choices)
    select gen_random_uuid(), 'first', id, 1 + (row_number() over () % 3)::int, '["not-yet"]'
    from unnest(${rows.map(({ id }) => id)}::uuid[]) id`.execute(theatre.db)
  await end(theatre)
  return seats
}

it('draws any number of entries with the same number of statements', async () => {
  await using theatre = await openTestTheatre()
  await entered(theatre, 3_000)
  const { owner } = theatre.database
  await sql`create table statement_seen (of text)`.execute(owner)
  await sql`create function note_statement() returns trigger language plpgsql as
    $$ begin insert into statement_seen values (tg_table_name); return null; end $$`.execute(owner)
  for (const table of ['ballot_entry', 'outbox', 'ballot', 'audit'])
    await sql`create trigger noted after insert or update on ${sql.table(table)} for each statement execute function note_statement()`.execute(
      owner,
    )
  expect(await drawBallots(theatre.db)).toBe(1)
  const { rows } = await sql<{ of: string; count: number }>`
    select of, count(*)::int as count from statement_seen group by of order by of`.execute(theatre.db)
  expect(Object.fromEntries(rows.map(({ of, count }) => [of, count]))).toEqual({ audit: 1, ballot: 1, ballot_entry: 1, outbox: 2 })
  const messages = await theatre.db
    .selectFrom('outbox')
    .select('id')
    .where('topic', 'in', ['ballot.seat-winner', 'mail.ballot-lost'])
    .execute()
  expect(messages).toHaveLength(3_000)
})

it('leaves a ballot undrawn when a draw fails, and draws it later with the same outcome', async () => {
  await using theatre = await openTestTheatre()
  const seats = await entered(theatre, 40)
  const { owner } = theatre.database
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(owner)
  await sql`create trigger broken before insert on outbox for each statement execute function break_off()`.execute(owner)
  await expect(drawBallots(theatre.db)).rejects.toThrow('broken off')
  expect(await theatre.db.selectFrom('ballot_entry').select('id').where('outcome', 'is not', null).execute()).toEqual([])
  await sql`drop trigger broken on outbox`.execute(owner)
  expect(await drawBallots(theatre.db)).toBe(1)
  const { seed } = (await readBallot(theatre, 'not-yet', undefined))!
  const entries = await theatre.db.selectFrom('ballot_entry').selectAll().orderBy('place').execute()
  const repeatedDraw = drawBallot(entries, seats, (entry) => createHmac('sha256', seed!).update(entry).digest('hex'))
  expect(entries.map(({ id, place, performance_id }) => ({ entry: id, place, performance: performance_id ?? undefined }))).toEqual(
    repeatedDraw,
  )
  const winners = await theatre.db
    .selectFrom('outbox')
    .select('key')
    .where('topic', '=', 'ballot.seat-winner')
    .orderBy('available_at')
    .execute()
  expect(
    winners.map(({ key }) => key),
    'in the order of their places',
  ).toEqual(repeatedDraw.filter(({ performance }) => performance !== undefined).map(({ entry }) => entry))
  await expectInvariants(theatre)
})

it('seats a winner once when several processes run the job', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, new Map([['not-yet', 4]]))
  const { id } = await customerOf(theatre)
  await enterBallot(theatre.db, 'not-yet', id, { quantity: 2, choices: ['not-yet'] }, actor)
  await end(theatre)
  await drawBallots(theatre.db)
  const { id: entry } = await theatre.db.selectFrom('ballot_entry').select('id').executeTakeFirstOrThrow()
  await Promise.all(Array.from({ length: 4 }, () => seatWinner(theatre, entry)))
  expect(await theatre.db.selectFrom('reservation').select('state').execute()).toEqual([{ state: 'reserved' }])
  const mails = await theatre.db.selectFrom('outbox').select('topic').where('topic', '=', 'mail.ballot-won').execute()
  expect(mails).toHaveLength(1)
  await expectInvariants(theatre)
})

it('reassigns lapsed seats to the next entries that fit, and notifies each once', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  await announce(theatre, new Map([['not-yet', 4]]))
  for (const quantity of [4, 4, 3, 1, 1]) {
    const { id } = await customerOf(theatre)
    await enterBallot(db, 'not-yet', id, { quantity, choices: ['not-yet'] }, actor)
  }
  await end(theatre)
  await drawBallots(db)
  // Fixed places: four seats, then three, then four, then one and one.
  const entries = await db.selectFrom('ballot_entry').select(['id', 'quantity']).orderBy('id').execute()
  const [first, whole, three, one, other] = entries as [Entry, Entry, Entry, Entry, Entry]
  for (const [nth, { id }] of [first, three, whole, one, other].entries())
    await db
      .updateTable('ballot_entry')
      .set({ place: nth + 1, outcome: nth === 0 ? 'won' : 'lost', performance_id: nth === 0 ? 'not-yet' : null })
      .where('id', '=', id)
      .execute()
  await seatWinner(theatre, first.id)
  const lapse = async () => {
    await sql`update reservation set held_until = now() - interval '1 second' where state = 'reserved'`.execute(db)
    await sql`update seat_claim set until = now() - interval '1 second' where state = 'reserved'`.execute(db)
    await lapseReservations(db)
    const messages = await db.selectFrom('outbox').select('payload').where('topic', '=', 'reservation.lapsed').execute()
    for (const { payload } of messages) await Promise.all([1, 2, 3].map(() => reassignSeats(theatre, String(payload['reservation']))))
  }
  const winners = async () =>
    (await db.selectFrom('ballot_entry').select('id').where('outcome', '=', 'won').orderBy('place').execute()).map(({ id }) => id)

  await lapse()
  expect(await winners()).toEqual([first.id, three.id, one.id])
  expect(await db.selectFrom('reservation').select('state').orderBy('created_at').orderBy('id').execute()).toHaveLength(3)
  await expectInvariants(theatre)
  await lapse()
  expect(await winners(), 'of three seats one goes to the last entry; no entry of four fits').toEqual([
    first.id,
    three.id,
    one.id,
    other.id,
  ])
  const mails = await db.selectFrom('outbox').select('key').where('topic', '=', 'mail.ballot-won').execute()
  expect(mails.map(({ key }) => key).toSorted()).toEqual([first, three, one, other].map(({ id }) => id).toSorted())
  await sql`update performance set starts_at = now() - interval '1 minute' where id = 'not-yet'`.execute(db)
  await lapse()
  expect(await winners()).toHaveLength(4)
  await expectInvariants(theatre)
})
type Entry = { readonly id: string; readonly quantity: number }
