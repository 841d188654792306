import { newId, transact } from '#db'
import { cancelCards, insertCards, type IssuedCards, listCardBatches } from '#modules/subscription'
import type { StoredCardBatches } from '@playhouse/domain/card-batch'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { printedCard } from '@playhouse/domain/subscription-card'
import { applyChanges, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'

type Reason = { readonly reason?: string | undefined }

const isKnown = async (db: EditDeps['db'], flex: string): Promise<boolean> =>
  (await db.selectFrom('flex_subscription').select('id').where('id', '=', flex).executeTakeFirst()) !== undefined

/** The batches of cards of a flexible subscription; undefined for an unknown one. */
export const readSubscriptionCards = async ({ db }: EditDeps, flex: string): Promise<IssuedCards[] | undefined> =>
  (await isKnown(db, flex)) ? listCardBatches(db, flex) : undefined

/** Issues cards of a flexible subscription. The change set has their count only; the numbers are not stored. `page-not-found` for an unknown one. */
export const issueSubscriptionCards = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  flex: string,
  { count, reason }: Reason & { readonly count: number },
): Promise<Result<{ readonly batch: string; readonly numbers: string[]; readonly changeSet: string }, Problem>> =>
  transact(db, async (trx) => {
    const batch = newId()
    const numbers = await insertCards(trx, flex, count, { id: batch, staff: planner.staff, hasEffect: false })
    if (!numbers) return fail(problem('page-not-found'))
    const change = (current: unknown): StoredCardBatches => ({ ...(current as StoredCardBatches), [batch]: { issued: count } })
    const applied = await applyChanges(trx, deps, planner, { kind: 'issue-subscription-cards', reason }, [
      { subject: 'subscription-cards', id: flex, version: 'any', change },
    ])
    return applied.ok ? ok({ batch, numbers: numbers.map(printedCard), changeSet: applied.value.changeSet! }) : applied
  })

/** Cancels the cards of a batch that are not linked. `page-not-found` for an unknown batch. */
export const cancelSubscriptionCards = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  { flex, batch }: { readonly flex: string; readonly batch: string },
  { reason }: Reason,
): Promise<Result<{ readonly cancelled: number; readonly changeSet: string | null }, Problem>> =>
  transact(db, async (trx) => {
    if (!(await listCardBatches(trx, flex)).some((each) => each.batch === batch)) return fail(problem('page-not-found'))
    const id = newId()
    const cancelled = await cancelCards(trx, { id, flex, staff: planner.staff }, batch)
    if (cancelled === 0) return ok({ cancelled, changeSet: null })
    const change = (current: unknown): StoredCardBatches => ({ ...(current as StoredCardBatches), [id]: { cancelled } })
    const applied = await applyChanges(trx, deps, planner, { kind: 'cancel-subscription-cards', reason }, [
      { subject: 'subscription-cards', id: flex, version: 'any', change },
    ])
    return applied.ok ? ok({ cancelled, changeSet: applied.value.changeSet }) : applied
  })
