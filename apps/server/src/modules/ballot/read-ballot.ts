import { lowestPriceOf } from '@playhouse/domain/ballot'
import { titleOf } from '@playhouse/domain/production-texts'
import type { BallotView } from '@playhouse/api-client/contract'
import { findBallot, ballotState } from './ballot-row.ts'
import type { BallotDeps } from './seat-winner.ts'

/** Reads the public view of a performance's ballot, with the customer's entry. @returns undefined for a performance without a ballot */
export async function readBallot(deps: BallotDeps, performance: string, customer: string | undefined): Promise<BallotView | undefined> {
  const ballot = await findBallot(deps.db, performance)
  if (!ballot) return undefined
  const state = ballotState(ballot)
  const [offeredPerformances, entries, entry] = await Promise.all([
    deps.db.selectFrom('ballot_performance').selectAll().where('ballot_id', '=', ballot.id).execute(),
    deps.db
      .selectFrom('ballot_entry')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('ballot_id', '=', ballot.id)
      .executeTakeFirstOrThrow(),
    customer === undefined
      ? undefined
      : deps.db
          .selectFrom('ballot_entry')
          .leftJoin('reservation', 'reservation.id', 'ballot_entry.reservation_id')
          .select([
            'ballot_entry.id',
            'quantity',
            'choices',
            'outcome',
            'place',
            'performance_id',
            'reservation.number',
            'reservation.held_until',
          ])
          .where('ballot_id', '=', ballot.id)
          .where('ballot_entry.customer_id', '=', customer)
          .executeTakeFirst(),
  ])
  const performances = await Promise.all(
    offeredPerformances.map(async ({ performance_id, seats }) => {
      const performanceDetails = await deps.catalogue.performanceDetails(performance_id)
      // A draft is not in the catalogue.
      if (!performanceDetails?.isVisible) return []
      const { address: event, production, startsAt, timeZone, priceList, priceVersion } = performanceDetails
      const { list } = await deps.catalogue.priceTable(priceList, priceVersion)
      const price = ballot.price_type === null ? null : (lowestPriceOf(list, ballot.price_type) ?? null)
      const at = { startsAt: new Date(startsAt).toISOString(), timeZone }
      return [{ instance: performance_id, event, ...titleOf(production), ...at, seats, price }]
    }),
  )
  return {
    kind: ballot.kind,
    state,
    opensAt: ballot.opens_at.toISOString(),
    closesAt: ballot.closes_at.toISOString(),
    drawsAt: ballot.draws_at.toISOString(),
    maxQuantity: ballot.max_quantity,
    holdHours: ballot.hold_hours,
    performances: performances.flat().toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)),
    seedHash: ballot.seed_hash,
    // Secret until the ballot has closed: with the seed a customer could retry entries until one wins.
    seed: state === 'closed' || state === 'drawn' ? ballot.seed : null,
    entries: state === 'closed' || state === 'drawn' ? entries.count : null,
    entry: entry
      ? {
          id: entry.id,
          quantity: entry.quantity,
          choices: entry.choices,
          outcome: entry.outcome,
          place: entry.place,
          instance: entry.performance_id,
          order: entry.number,
          heldUntil: entry.held_until?.toISOString() ?? null,
        }
      : null,
  }
}

/** Reads the outcome of an entry for its mail. @returns undefined for a deleted entry */
export async function readBallotOutcome({ db, catalogue }: BallotDeps, id: string) {
  const entry = await db
    .selectFrom('ballot_entry')
    .leftJoin('reservation', 'reservation.id', 'ballot_entry.reservation_id')
    .select([
      'ballot_entry.customer_id',
      'quantity',
      'choices',
      'performance_id',
      'reservation.number',
      'reservation.held_until',
      'reservation_id',
    ])
    .where('ballot_entry.id', '=', id)
    .executeTakeFirst()
  if (!entry) return undefined
  const performanceDetails = (await catalogue.performanceDetails(entry.performance_id ?? entry.choices[0]!))!
  return {
    customer: entry.customer_id,
    quantity: entry.quantity,
    production: titleOf(performanceDetails.production),
    startsAt: new Date(performanceDetails.startsAt).toISOString(),
    number: entry.number,
    until: entry.held_until?.toISOString(),
    reservation: entry.reservation_id,
  }
}
