import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { eligibilityFor, isKeptFrom, whyClosed } from '#modules/eligibility'
import { priceSeat } from '#modules/pricing'
import { isWhole } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { holdsVoucher, overTypeLimit, type TicketRow, whoHas } from '#modules/basket'
import { type Case, type Chosen, gone, type Priced, type SeatsGone } from './hold-request.ts'
import { leavesAlone } from './orphan-rule.ts'

/** The seats a basket may have, at the price of the list as it is now, by every rule but what only claims can tell. */
export async function chooseSeats(
  db: Kysely<Database>,
  { deps, basket, tickets, at: { showing, hall, tariff }, wanted }: Case,
): Promise<Result<Chosen, Problem | SeatsGone>> {
  const { ifTaken, giveBack, isHouseChoice } = wanted
  const eligibility = await eligibilityFor({ ...deps, db }, whoHas(basket), showing)
  const closed = whyClosed(eligibility, showing)
  if (closed) return fail(closed)
  const priced: Priced[] = []
  for (const { index, priceType } of wanted.seats) {
    const price = priceSeat(tariff, index, priceType, eligibility.buys)
    if (!price.ok) return price
    priced.push({ index, priceType, ...price.value })
  }
  const performance = showing.id
  const isLeaving = (ticket: TicketRow): boolean => ticket.performance_id === performance && giveBack.includes(ticket.seat)
  const [leaving, staying] = [tickets.filter(isLeaving), tickets.filter((ticket) => !isLeaving(ticket))]
  const here = staying.filter((ticket) => ticket.performance_id === performance).map((ticket) => ticket.seat)
  const kept = priced.filter(({ index }) => isKeptFrom(showing.kept, eligibility, index) || (isHouseChoice && here.includes(index)))
  if (kept.length > 0 && (ifTaken === 'refuse' || kept.length === priced.length)) return fail(gone(kept.map(({ index }) => index)))
  const possible = priced.filter((each) => !kept.includes(each))
  const fresh = possible.filter(({ index }) => !here.includes(index))

  const { ticketsPerOrder } = deps.brand.limits
  if (staying.length + fresh.length > ticketsPerOrder)
    return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: staying.length + fresh.length }))
  const types = [...staying, ...fresh.map((each) => ({ performance_id: performance, price_type: each.priceType }))]
  const over = await overTypeLimit(db, { basket, showing, tariff }, types)
  if (over) return fail(over)
  const added = fresh.map((each) => each.index)
  if (!isWhole(tariff.list.seatBlocks, [...here, ...added])) return fail(problem('distanced-block-incomplete'))
  const alone =
    !isHouseChoice && (await leavesAlone(db, deps.brand.seating.orphans, hall.plan, tariff, { performance, seats: added }, giveBack))
  if (alone) return fail(alone)
  if (leaving.length > 0 && (await holdsVoucher(db, basket.id))) return fail(problem('voucher-in-basket'))
  return ok({ kept, possible, fresh, leaving, staying })
}
