import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'

/** Connection of a server's database: by its URL, or of the embedded one by its postmaster file. */
export async function databaseOf(dataFolder: string, url: string | undefined): Promise<pg.ClientConfig> {
  if (url) return { connectionString: url }
  const lines = (await readFile(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')
  return { host: lines[4]!, port: Number(lines[3]), user: 'playhouse', database: 'playhouse' }
}

/** Checks that every view `invariant_…` is empty: no seat sold twice, all money accounted for, every change audited. */
export async function expectInvariants(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const views = await client.query<{ name: string }>(
      `select viewname as name from pg_views where schemaname = current_schema() and starts_with(viewname, 'invariant_')`,
    )
    const brokenRows = []
    for (const { name } of views.rows) {
      const { rows } = await client.query(`select * from ${client.escapeIdentifier(name)} limit 10`)
      brokenRows.push(...rows.map((row: unknown) => ({ name, row })))
    }
    expect(views.rows.length).toBeGreaterThan(10)
    expect(brokenRows).toEqual([])
  } finally {
    await client.end()
  }
}

/** Moves the deadline of every open hold to the given seconds from now. */
export async function endHolds(database: pg.ClientConfig, seconds: number): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(`update basket set deadline = now() + make_interval(secs => $1) where state = 'open' and deadline > now()`, [
      seconds,
    ])
    await client.query(`update seat_claim set until = now() + make_interval(secs => $1) where state = 'held' and until > now()`, [seconds])
  } finally {
    await client.end()
  }
}

/** Withholds new orders: a payment that is settled meanwhile is refused after the wait for a lock. @returns the function that ends it */
export async function withholdOrders(database: pg.ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query('begin; lock table customer_order in share mode')
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/** Makes every open payment so old that the reconciler ends it, unless its provider knows it. */
export async function agePayments(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(`update payment_attempt set created_at = created_at - interval '90 seconds' where state = 'created'`)
  } finally {
    await client.end()
  }
}

/** Lets the last day of every subscription that was sold pass. */
export async function expireSubscriptions(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query('update ticket_subscription set expires_on = current_date - 2')
  } finally {
    await client.end()
  }
}

/** Makes the second factor of all staff sessions older than what counts as fresh. */
export async function ageSecondFactors(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(`update staff_session set proved_at = now() - interval '1 hour'`)
  } finally {
    await client.end()
  }
}

/** Starts a maintenance window of the given minutes; 0 ends the current one. */
export async function closeSales(database: pg.ClientConfig, minutes: number): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query('delete from maintenance_window')
    if (minutes > 0)
      await client.query(
        `insert into maintenance_window (id, starts_at, ends_at) values (gen_random_uuid(), now(), now() + make_interval(mins => $1))`,
        [minutes],
      )
  } finally {
    await client.end()
  }
}

/** Opens the entries for day seats of a performance, for the last free seats with a price of a price type, which a lock keeps. */
export async function openDaySeats(database: pg.ClientConfig, performance: string, priceType: string): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `insert into day_seat_draw (performance_id, lottery, is_withdrawn, opens_at, closes_at, draws_at, pay_until, max_quantity, price_type, seed, seed_hash)
       values ($1, 'journey', false, now() - interval '1 hour', now() + interval '1 hour', now() + interval '1 hour', now() + interval '2 hours', 2, $2,
         'seed of the journey', encode(sha256('seed of the journey'), 'hex'))`,
      [performance, priceType],
    )
    const { rows } = await client.query<{ id: string }>(
      `insert into seat_hold (id, performance_id, kind, reason) values (gen_random_uuid(), $1, 'day-seats', '') returning id`,
      [performance],
    )
    await client.query(
      `insert into seat_claim (performance_id, seat, state, order_id)
       select $1, seat, 'blocked', $2 from generate_series(0, 400) seat
       where not exists (select from seat_claim c where c.performance_id = $1 and c.seat = seat.seat) limit 40`,
      [performance, rows[0]!.id],
    )
  } finally {
    await client.end()
  }
}

/** Makes the draw of day seats of a performance due. */
export async function closeDaySeats(database: pg.ClientConfig, performance: string): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `update day_seat_draw set closes_at = now() - interval '1 second', draws_at = now() - interval '1 second' where performance_id = $1`,
      [performance],
    )
  } finally {
    await client.end()
  }
}
