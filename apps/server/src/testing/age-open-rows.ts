import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#db'
import { readViolations } from '#modules/invariant'

/** Statements that move every waiting row an hour into the past, so that the invariants for overdue rows count it. */
const agingStatements = [
  sql`update seat_claim set until = until - interval '1 hour' where state in ('held', 'paying')`,
  sql`update basket set deadline = deadline - interval '1 hour' where state in ('open', 'paying')`,
  sql`update payment_attempt set created_at = created_at - interval '1 hour', pay_until = pay_until - interval '1 hour'
    where state in ('created', 'redirected')`,
  sql`update refund set due_at = due_at - interval '1 hour' where state = 'due'`,
  sql`update unmatched_payment set decided_at = decided_at - interval '1 hour' where state = 'refund-due'`,
  sql`update reservation set held_until = held_until - interval '1 hour' where state = 'reserved'`,
  sql`update outbox set created_at = created_at - interval '1 hour', available_at = available_at - interval '1 hour'
    where done_at is null and parked_at is null`,
]

/** Makes every row that waits for something an hour older. Periodic jobs must end all of them. */
export async function ageOpenRows({ db }: { readonly db: Kysely<Database> }): Promise<void> {
  for (const aging of agingStatements) await aging.execute(db)
}

/** The end of a load test on processes that run their periodic jobs: an hour later no row waits, and every invariant holds. */
export async function expectInvariantsAfterAnHour(theatre: { readonly db: Kysely<Database> }): Promise<void> {
  await ageOpenRows(theatre)
  await expect.poll(() => readViolations(theatre.db), { interval: 100 }).toEqual([])
}
