import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { Actor } from '#modules/basket'
import { type Attempt, configuredProviders, isPaid, type PaymentDeps } from './attempt.ts'
import { readDeployment } from './deployment.ts'
import type { PaidSession, PaymentProvider } from './provider.ts'
import { syncSession, isSessionOf } from './resolve-payment.ts'
import { recordUnmatched } from './unmatched-payment.ts'

/** The result of a comparison: how many paid sessions of this shop the provider lists, and how many of them have no attempt. */
export type CheckReport = { readonly paidSessions: number; readonly unmatchedSessions: number }

/** Hours covered by a comparison, unless the last one is older; and the upper limit of a comparison that starts by itself. */
export const defaultHours = 72
const maxHours = 30 * 24
const checker: Actor = { name: 'payment check' }
const isId = (text: string | undefined): text is string => text !== undefined

/**
 * Compares the provider's paid sessions with the attempts, independently of callbacks. A paid session whose callback was lost
 * is settled; one without an attempt is recorded and raises `invariant_payment_without_attempt`. Sessions of other shops on
 * the same account are skipped.
 * @param since sessions opened earlier are not compared
 * @throws ProviderUnreachable, ProviderRefused where the provider cannot be read
 */
export async function checkPaidSessions(deps: PaymentDeps, since: Date): Promise<CheckReport> {
  const report = { paidSessions: 0, unmatchedSessions: 0 }
  for (const source of configuredProviders(deps)) {
    let after: string | undefined
    do {
      const page = await source.listPaidSessions(since, after)
      const pageReport = await checkPage(deps, source, page.sessions)
      report.paidSessions += pageReport.paidSessions
      report.unmatchedSessions += pageReport.unmatchedSessions
      after = page.next
    } while (after !== undefined)
  }
  return report
}

/** Checks one page of sessions; its attempts are read in one query. */
async function checkPage(deps: PaymentDeps, source: PaymentProvider, sessions: readonly PaidSession[]): Promise<CheckReport> {
  const attempts = await findAttempts(deps.db, sessions.map(({ attemptId }) => attemptId).filter(isId))
  const report = { paidSessions: 0, unmatchedSessions: 0 }
  for (const session of sessions) {
    const attempt = session.attemptId === undefined ? undefined : attempts.get(session.attemptId)
    if (!attempt && session.shop !== deps.origin) continue
    report.paidSessions += 1
    if (
      attempt &&
      isSessionOf(attempt, source, session.sessionId) &&
      (isPaid(attempt) || (await syncSession(deps, source, attempt, session, checker)))
    )
      continue
    await recordUnmatched(deps, source, session, attempt !== undefined, checker)
    report.unmatchedSessions += 1
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
 * Runs the comparison where it is due: once a day among all processes, by the database clock, and at process start. A
 * comparison that fails is due again at once.
 * @param olderThan seconds since the last comparison after which another is due
 * @returns undefined where it is not due
 */
export async function checkWhenDue(deps: PaymentDeps, olderThan: number): Promise<CheckReport | undefined> {
  // Creates the row that stores the time of the last comparison.
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
