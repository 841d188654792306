import { randomBytes } from 'node:crypto'
import { newId, transact } from '#db'
import { listSingleUseCodes, lockBasketsWith, readSingleUseBatches, storeSingleUseCodes, storeWithdrawnCodes } from '#modules/promo'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  bytesOfSingleUseCode,
  mostCodesOfOffer,
  type NewSingleUseCodes,
  singleUseCodeOf,
  type StoredSingleUseCodes,
} from '@playhouse/domain/single-use-codes'
import { applyChanges, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'

/** A change of codes that was applied. */
type ChangedCodes<Change> = Promise<Result<Change, Problem>>

/** The single-use codes of an offer; undefined for an unknown one. */
export async function readOfferCodes({ db }: EditDeps, offer: string) {
  const known = await db.selectFrom('promo').select('code').where('code', '=', offer).executeTakeFirst()
  return known && listSingleUseCodes(db, offer)
}

/** Creates single-use codes of an offer. The change set has their number only. `page-not-found` for an unknown offer. */
export const createOfferCodes = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  offer: string,
  { count, prefix, reason }: NewSingleUseCodes,
): ChangedCodes<{ readonly batch: string; readonly codes: string[]; readonly changeSet: string }> =>
  transact(db, async (trx) => {
    await lockBasketsWith(trx, [offer])
    if (!(await readSingleUseBatches(trx, [offer])).has(offer)) return fail(problem('page-not-found'))
    const { automatic } = (await trx.selectFrom('promo').select('rule').where('code', '=', offer).executeTakeFirstOrThrow()).rule
    const stored = await trx
      .selectFrom('single_use_code')
      .select((eb) => eb.fn.countAll<number>().as('codes'))
      .where('promo', '=', offer)
      .executeTakeFirstOrThrow()
    if (automatic || stored.codes + count > mostCodesOfOffer) return fail(problem('invalid-input', { fields: ['count'] }))
    const batch = newId()
    const codes = Array.from({ length: count }, () => singleUseCodeOf(prefix, randomBytes(bytesOfSingleUseCode)))
    await storeSingleUseCodes(
      trx,
      { id: batch, promo: offer },
      codes.map((code) => ({ id: newId(), code })),
    )
    const change = (current: unknown): StoredSingleUseCodes => ({ ...(current as StoredSingleUseCodes), [batch]: { added: count } })
    const applied = await applyChanges(trx, deps, planner, { kind: 'create-offer-codes', reason }, [
      { subject: 'offer-codes', id: offer, version: 'any', change },
    ])
    return applied.ok ? ok({ batch, codes: codes.toSorted(), changeSet: applied.value.changeSet! }) : applied
  })

/**
 * Withdraws single-use codes of an offer that are free; other ones do not change. `invalid-input` names ids that are not codes of the offer,
 * `page-not-found` is for an unknown offer.
 */
export const withdrawOfferCodes = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  offer: string,
  { codes, reason }: { readonly codes: readonly string[]; readonly reason?: string | undefined },
): ChangedCodes<{ readonly withdrawn: number; readonly changeSet: string | null }> =>
  transact(db, async (trx) => {
    await lockBasketsWith(trx, [offer])
    if (!(await readSingleUseBatches(trx, [offer])).has(offer)) return fail(problem('page-not-found'))
    const states = new Map((await listSingleUseCodes(trx, offer)).map(({ id, state }) => [id, state]))
    const unknown = codes.flatMap((id, nth) => (states.has(id) ? [] : [`codes.${nth}`]))
    if (unknown.length > 0) return fail(problem('invalid-input', { fields: unknown }))
    const free = [...new Set(codes)].filter((id) => states.get(id) === 'free')
    if (free.length === 0) return ok({ withdrawn: 0, changeSet: null })
    const batch = newId()
    await storeWithdrawnCodes(trx, { id: batch, promo: offer }, free)
    const change = (current: unknown): StoredSingleUseCodes => ({
      ...(current as StoredSingleUseCodes),
      [batch]: { withdrawn: free.length },
    })
    const applied = await applyChanges(trx, deps, planner, { kind: 'withdraw-offer-codes', reason }, [
      { subject: 'offer-codes', id: offer, version: 'any', change },
    ])
    return applied.ok ? ok({ withdrawn: free.length, changeSet: applied.value.changeSet }) : applied
  })
