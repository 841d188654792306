import type { contract, ReplyInput } from '@playhouse/api-client/contract'
import { closedProblem, eligibilityOf, type Entitlement } from '@playhouse/domain/eligibility'
import { problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { combineAvailability } from '@playhouse/domain/seat'
import type { Problem } from '@playhouse/domain/problem'
import { availabilityMaskFor } from '#modules/eligibility'
import type { AppContext } from '../app-context.ts'

type CommonAvailability = ReplyInput<typeof contract.catalogue.commonAvailability>

/**
 * The seats that are free in all of several performances of one plan, from the seats in memory. Performances that the visitor
 * can't book are listed in the problem; one that does not exist and one that is hidden have the same entry.
 */
export async function readCommonAvailability(
  { catalogue, availability }: Pick<AppContext, 'catalogue' | 'availability'>,
  instances: readonly string[],
  entitlement: Entitlement,
): Promise<Result<CommonAvailability, Problem>> {
  const now = await catalogue.now()
  const read = await Promise.all(
    [...new Set(instances)].map(async (instance) => {
      const details = await catalogue.performanceDetails(instance)
      if (!details) return { instance, closed: problem('instance-unavailable') }
      const eligibility = eligibilityOf(entitlement, details, now)
      return { instance, details, eligibility, closed: closedProblem(eligibility, details) }
    }),
  )
  const closed = read.flatMap(({ instance, closed }) =>
    closed ? [{ instance, code: closed.code, seats: [], instead: null, best: [] }] : [],
  )
  if (closed.length > 0) return fail(problem('performances-unavailable', { performances: closed }))
  const open = read.flatMap(({ details, eligibility }) => (details && eligibility ? [{ details, eligibility }] : []))
  const { hall, planVersion, seats: seatCount } = open[0]!.details
  if (open.some(({ details }) => details.hall !== hall || details.planVersion !== planVersion))
    return fail(problem('invalid-input', { fields: ['instances'] }))
  const performances = await Promise.all(
    open.map(async ({ details, eligibility }) => ({
      instance: details.id,
      seats: (await availability.snapshot(details.id, details.seats, availabilityMaskFor(details, eligibility))).packedSeats,
    })),
  )
  const packed = performances.map(({ seats }) => seats)
  return ok({ hall, planVersion, ...combineAvailability(packed, seatCount), performances })
}
