import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { Actor } from '#modules/basket'
import { type Attempt, configuredProviders, isPaid, type PaymentDeps } from './attempt.ts'
import { readDeployment } from './deployment.ts'
import type { PaidSession, PaymentProvider } from './provider.ts'
import { syncSession, isSessionOf } from './resolve-payment.ts'
import { recordUnmatched } from './unmatched-payment.ts'

/** What a comparison with the provider came to: sessions of ours that are paid there, and those that no attempt accounts for. */
export type CheckReport = { readonly paid: number; readonly unmatched: number }

/** Hours that a comparison looks back, unless the last one is longer ago; and at most, by itself. */
export const defaultHours = 72
const maxHours = 30 * 24
const checker: Actor = { name: 'payment check' }
/** A page of the provider's; its attempts are read in one query. */
const isId = (text: string | undefined): text is string => text !== undefined

/**
 * Compares the provider's paid sessions with our attempts: the way back from the provider that no callback and no attempt
 * depends on. A payment that was never heard of is settled; one without an attempt is noted and raises
 * `invariant_payment_without_attempt`. Sessions of other shops on the same account are passed over.
 * @param since sessions opened earlier are not looked at
 */
export async function checkPaidSessions(deps: PaymentDeps, since: Date): Promise<CheckReport> {
  const report = { paid: 0, unmatched: 0 }
  for (const source of configuredProviders(deps)) {
    let after: string | undefined
    do {
      const page = await source.listPaidSessions(since, after)
      const found = await checkPage(deps, source, page.sessions)
      report.paid += found.paid
      report.unmatched += found.unmatched
      after = page.next
    } while (after !== undefined)
  }
  return report
}

async function checkPage(deps: PaymentDeps, source: PaymentProvider, sessions: readonly PaidSession[]): Promise<CheckReport> {
  const attempts = await findAttempts(deps.db, sessions.map(({ attemptId }) => attemptId).filter(isId))
  const report = { paid: 0, unmatched: 0 }
  for (const session of sessions) {
    const attempt = session.attemptId === undefined ? undefined : attempts.get(session.attemptId)
    if (!attempt && session.shop !== deps.origin) continue
    report.paid += 1
    if (
      attempt &&
      isSessionOf(attempt, source, session.sessionId) &&
      (isPaid(attempt) || (await syncSession(deps, source, attempt, session, checker)))
    )
      continue
    await recordUnmatched(deps, source, session, attempt !== undefined, checker)
    report.unmatched += 1
  }
  return report
}

async function findAttempts(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, Attempt>> {
  if (ids.length === 0) return new Map()
  const attempts = await db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return new Map(attempts.map((attempt) => [attempt.id, attempt]))
}

/**
 * The comparison that processes make by themselves: one of them a day, by the database's clock, and one when a process
 * starts, unless another has just made it. One that failed is due again at once.
 * @param olderThan seconds that must have passed since the last one
 * @returns undefined where it is not due
 */
export async function checkWhenDue(deps: PaymentDeps, olderThan: number): Promise<CheckReport | undefined> {
  // The row that says when it was made last.
  await readDeployment(deps.db, deps.origin)
  const { rows } = await sql<{ since: Date; before: Date | null }>`
    update deployment d set checked_at = now() from (select checked_at as before from deployment for update) old
    where old.before is null or old.before < now() - make_interval(secs => ${olderThan})
    returning old.before, greatest(now() - make_interval(hours => ${maxHours}),
      least(now() - make_interval(hours => ${defaultHours}), old.before - interval '1 hour')) as since`.execute(deps.db)
  const due = rows[0]
  if (!due) return undefined
  try {
    return await checkPaidSessions(deps, due.since)
  } catch (error) {
    await deps.db.updateTable('deployment').set({ checked_at: due.before }).execute()
    throw error
  }
}
