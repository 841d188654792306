import type { PackageRequest } from '@playhouse/api-client/contract'
import type { PackageView } from '@playhouse/domain/package'
import { findPackageProblem, priceTypesOf } from '@playhouse/domain/package-request'
import { needsWithin } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, holdsVoucher, packagesOfTickets, ticketsOf } from '#modules/basket'
import { findEarlierHold, type HeldSeries, holdPerformances } from './hold-performances.ts'
import type { HoldDeps, NewBasket } from './hold-request.ts'
import { loadBookable } from './hold-seats.ts'
import { findSeriesOrphanProblem, type SeriesDate } from './orphan-rule.ts'

/** Holds the seats of all performances of a package in one transaction, or none, at their shares of its price. */
export async function holdPackage(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  view: PackageView,
  { party, performances, wish, sameSeats = 'preferred', replaces, once }: PackageRequest,
): Promise<Result<HeldSeries, Problem>> {
  const wrong = findPackageProblem(view, { party, performances })
  if (wrong) return fail(wrong)
  const tickets = typeof targetBasket === 'string' ? await ticketsOf(deps.db, targetBasket) : []
  const present = await packagesOfTickets(deps.db, tickets)
  if (replaces !== undefined && present.every(({ id }) => id !== replaces)) {
    const earlier = await findEarlierHold({ deps, targetBasket }, { once })
    return earlier ? ok(earlier) : fail(problem('basket-line-unknown'))
  }
  if (replaces !== undefined && typeof targetBasket === 'string' && (await holdsVoucher(deps.db, targetBasket)))
    return fail(problem('voucher-in-basket'))
  const priceTypes = priceTypesOf(party)
  const requested = await Promise.all(
    performances.map(async ({ instance, seats, band }) => {
      const plan = (await loadBookable(deps, instance))?.hall.plan
      const ids = (isIncluded: (ticket: (typeof tickets)[number]) => boolean): string[] =>
        tickets.filter((ticket) => ticket.performance_id === instance && isIncluded(ticket)).flatMap(({ seat }) => plan?.idOf(seat) ?? [])
      // Seats of a replaced package, and single tickets for the chosen seats, become tickets of the package.
      const ofReplaced = ids(({ series }) => replaces !== undefined && series === replaces)
      const loose = ids(({ series }) => present.every(({ id }) => id !== series)).filter((id) => seats?.some(({ seat }) => seat === id))
      // A hall without such seats cannot meet a need.
      const needs = plan && wish?.needs && needsWithin(plan, wish.needs)
      return { instance, seats, band, needs, giveBack: [...ofReplaced, ...loose] }
    }),
  )
  const { package: id, kind, name, pricing, bands } = view
  const alone = kind === 'series' ? await findOrphanOfSeries(deps, requested) : undefined
  if (alone) {
    const earlier = await findEarlierHold({ deps, targetBasket }, { once })
    return earlier ? ok(earlier) : fail(alone)
  }
  return holdPerformances(deps, targetBasket, actor, {
    performances: requested,
    wish: { together: true, ...wish, bands, quantity: priceTypes.length, priceType: priceTypes[0], priceTypes },
    sameSeats,
    once,
    package: {
      ...{ package: id, kind, name, pricing, bands, replaces },
      choice: performances.map(({ package: inner, part, instance }) => ({ package: inner, part, instance })),
      people: priceTypes.length,
    },
  })
}

/** The seats of a performance that is requested, and those that the basket releases with them. */
type RequestedDate = Pick<PackageRequest['performances'][number], 'instance' | 'seats'> & { readonly giveBack: readonly string[] }

/** The problem of a series whose seats leave another seat alone on every date. */
async function findOrphanOfSeries(deps: HoldDeps, requested: readonly RequestedDate[]): Promise<Problem<'seat-left-alone'> | undefined> {
  const dates = await Promise.all(
    requested.map(async ({ instance, giveBack }): Promise<SeriesDate | undefined> => {
      const bookable = await loadBookable(deps, instance)
      if (!bookable) return undefined
      const { hall, priceTable } = bookable
      const released = giveBack.flatMap((seat) => hall.plan.indexOf(seat) ?? [])
      return { performance: instance, plan: hall.plan, priceTable, released }
    }),
  )
  const [first] = dates
  // The hold names a performance that cannot be booked, and other seats on one of the dates.
  if (!first || !dates.every((date) => date !== undefined && date.plan === first.plan)) return undefined
  const seats = requested[0]!.seats?.flatMap(({ seat }) => first.plan.indexOf(seat) ?? []) ?? []
  return findSeriesOrphanProblem(deps.db, deps.brand.seating.orphans, dates as SeriesDate[], seats)
}
