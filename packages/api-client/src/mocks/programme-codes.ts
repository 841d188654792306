import { programmeCodeOf } from '@playhouse/domain/programme'
import type { ProgrammeCode, StoredProgrammeCodes } from '@playhouse/domain/programme-codes'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { ProgrammeCodeCounts } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

/** Mock handlers of the access codes of programmes. */
export function programmeCodeHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['programmeCodes']> {
  const codesOf = (id: string): readonly ProgrammeCode[] => shop.programmes.find((each) => each.programme.id === id)?.codes ?? []
  const read = (id: string): Result<ProgrammeCodeCounts, Problem<'page-not-found'>> => {
    if (!programme().things.programme.has(id)) return fail(problem('page-not-found'))
    const forAnyone = codesOf(id).filter(({ lastName }) => lastName === null).length
    return ok({ programme: id, forAnyone, forNames: codesOf(id).length - forAnyone })
  }
  return {
    read: ({ params }) => read(params.programme),
    change: ({ params: { programme: id }, body: { action, codes, reason }, visit }) => {
      const before = read(id)
      if (!before.ok) return before
      const stored = codesOf(id)
      const matching = ({ code, lastName }: ProgrammeCode): ProgrammeCode[] =>
        stored.filter(
          (each) =>
            programmeCodeOf(each.code) === programmeCodeOf(code) &&
            (each.lastName === lastName || (action === 'withdraw' && lastName === null)),
        )
      const unknown = codes.flatMap((code, nth) => (matching(code).length === 0 ? [`codes.${nth}`] : []))
      if (action === 'withdraw' && unknown.length > 0) return fail(problem('invalid-input', { fields: unknown }))
      const wanted = action === 'add' ? codes.filter((code) => matching(code).length === 0) : codes.flatMap(matching)
      const changed = [...new Map(wanted.map((each) => [keyOf(each), each])).values()]
      if (changed.length === 0) return ok({ ...before.value, changed: 0, changeSet: null })
      const batch = crypto.randomUUID()
      shop.programmeCodeBatches.set(batch, { action, codes: changed })
      const count = action === 'add' ? { added: changed.length } : { withdrawn: changed.length }
      const change = (current: StoredProgrammeCodes | undefined): StoredProgrammeCodes => ({ ...current, [batch]: count })
      const intent = { by: changerName(counter, visit), kind: 'change-programme-codes' as const, reason }
      const applied = programme().apply(intent, [{ subject: 'programme-codes', id, version: 'any', change }])
      if (!applied.ok) return applied
      const counts = read(id)
      return counts.ok ? ok({ ...counts.value, changed: changed.length, changeSet: applied.value.changeSet }) : counts
    },
  }
}

const keyOf = ({ code, lastName }: ProgrammeCode): string => JSON.stringify([programmeCodeOf(code), lastName])

/** The codes of a programme after its changes that have effect, in their order. @param first those that it began with */
export function codesAfterBatches(
  first: readonly ProgrammeCode[],
  batches: MockShop['programmeCodeBatches'],
  hasEffect: (batch: string) => boolean,
): readonly ProgrammeCode[] {
  const codes = new Map(first.map((each) => [keyOf(each), each]))
  for (const [batch, { action, codes: changed }] of batches)
    if (hasEffect(batch))
      for (const each of changed)
        if (action === 'add') codes.set(keyOf(each), each)
        else codes.delete(keyOf(each))
  return [...codes.values()]
}
