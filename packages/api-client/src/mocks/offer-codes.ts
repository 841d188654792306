import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { bytesOfSingleUseCode, mostCodesOfOffer, singleUseCodeOf, type StoredSingleUseCodes } from '@playhouse/domain/single-use-codes'
import type { SingleUseCode } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'
import { isInEffect } from './single-use-codes.ts'

/** Mock handlers of the single-use codes of offers. */
export function offerCodeHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['offerCodes']> {
  const codesOf = (offer: string): Result<SingleUseCode[], Problem<'page-not-found'>> => {
    if (!programme().things.offer.has(offer)) return fail(problem('page-not-found'))
    const listed = shop.singleUseCodes.filter((each) => each.offer === offer && shop.singleUseBatches.has(each.batch))
    return ok(
      listed.map((each) => ({
        ...{ id: each.id, code: each.code, batch: each.batch, addedAt: each.addedAt, order: each.order },
        state: each.order !== null ? 'used' : isInEffect(shop, each) ? 'free' : 'withdrawn',
      })),
    )
  }
  const apply = (
    visit: MockVisit,
    kind: 'create-offer-codes' | 'withdraw-offer-codes',
    reason: string | undefined,
    wanted: { readonly offer: string; readonly batch: string; readonly count: StoredSingleUseCodes[string] },
  ) =>
    programme().apply({ by: changerName(counter, visit), kind, reason }, [
      {
        ...{ subject: 'offer-codes', id: wanted.offer, version: 'any' },
        change: (current: StoredSingleUseCodes | undefined) => ({ ...current, [wanted.batch]: wanted.count }),
      },
    ])
  return {
    all: ({ params: { offer } }) => {
      const codes = codesOf(offer)
      return codes.ok ? ok({ codes: codes.value }) : codes
    },
    create: ({ params: { offer }, body: { count, prefix, reason }, visit }) => {
      const plan = programme().things.offer.get(offer)?.value
      if (!plan) return fail(problem('page-not-found'))
      const stored = shop.singleUseCodes.filter((each) => each.offer === offer).length
      if (plan.rule.automatic || stored + count > mostCodesOfOffer) return fail(problem('invalid-input', { fields: ['count'] }))
      const batch = crypto.randomUUID()
      const codes = Array.from({ length: count }, () =>
        singleUseCodeOf(prefix, crypto.getRandomValues(new Uint8Array(bytesOfSingleUseCode))),
      )
      const addedAt = new Date(shop.now()).toISOString()
      shop.singleUseCodes.unshift(
        ...codes.toSorted().map((code) => ({ ...{ id: crypto.randomUUID(), code, offer, batch, addedAt }, withdrawals: [], order: null })),
      )
      const applied = apply(visit, 'create-offer-codes', reason, { offer, batch, count: { added: count } })
      return applied.ok ? ok({ batch, codes: codes.toSorted(), changeSet: applied.value.changeSet! }) : applied
    },
    withdraw: ({ params: { offer }, body: { codes: ids, reason }, visit }) => {
      const codes = codesOf(offer)
      if (!codes.ok) return codes
      const stateOf = new Map(codes.value.map(({ id, state }) => [id, state]))
      const unknown = ids.flatMap((id, nth) => (stateOf.has(id) ? [] : [`codes.${nth}`]))
      if (unknown.length > 0) return fail(problem('invalid-input', { fields: unknown }))
      const free = shop.singleUseCodes.filter(({ id }) => ids.includes(id) && stateOf.get(id) === 'free')
      if (free.length === 0) return ok({ withdrawn: 0, changeSet: null })
      const batch = crypto.randomUUID()
      for (const { withdrawals } of free) withdrawals.push(batch)
      const applied = apply(visit, 'withdraw-offer-codes', reason, { offer, batch, count: { withdrawn: free.length } })
      return applied.ok ? ok({ withdrawn: free.length, changeSet: applied.value.changeSet }) : applied
    },
  }
}
