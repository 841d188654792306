import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { type PerformanceDetails, type PriceTable, requireCurrentPrices } from '#modules/catalogue'
import { loadEntitlement } from '#modules/eligibility'
import { reservedTickets } from '#modules/reservation'
import { type Eligibility, eligibilityOf, type Entitlement, isKeptFrom } from '@playhouse/domain/eligibility'
import type { TicketCount } from '@playhouse/domain/limit'
import { closeMemberPrices, openMemberPrices, type RepricedTicket } from '@playhouse/domain/member-prices'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type BasketRow, entitlementSubjectOf, ticketsOf, type TicketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { stopClock } from './stop-clock.ts'
import { packagesOfTickets, releasePackage, withoutPackages } from './packages.ts'
import { removeTickets } from './remove-tickets.ts'
import { holdsVoucher } from './holds-voucher.ts'
import { countOtherTickets } from './ticket-limit.ts'

/** The tickets of a basket for one performance, with what its customer may buy there. */
type PricedPerformance = {
  readonly performanceDetails: PerformanceDetails
  readonly priceTable: PriceTable
  readonly eligibility: Eligibility
  readonly tickets: readonly TicketRow[]
}

/** Groups the tickets of a basket by performance, in the order in which performances are locked. */
export async function pricePerformances(
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  entitlement: Entitlement,
  tickets: readonly TicketRow[],
): Promise<PricedPerformance[]> {
  const now = await catalogue.now()
  const groups = [...Map.groupBy(tickets, ({ performance_id }) => performance_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Promise.all(
    groups.map(async ([performance, ofPerformance]) => {
      const performanceDetails = (await catalogue.performanceDetails(performance))!
      const priceTable = await catalogue.priceTable(performanceDetails.priceList, performanceDetails.priceVersion)
      return { performanceDetails, priceTable, eligibility: eligibilityOf(entitlement, performanceDetails, now), tickets: ofPerformance }
    }),
  )
}

/** A ticket as the rule of members' prices reads it. */
export const toHeldTicket = ({ id, band, price_type, price }: TicketRow) => ({ id, band, priceType: price_type, price: money(price) })

/** The tickets of a performance that get a member's price. @param before the customer's other tickets for it */
export const findOpenedPrices = (
  { priceTable: { list }, eligibility: { buys }, tickets }: PricedPerformance,
  before: TicketCount,
): RepricedTicket[] => openMemberPrices({ list, tickets: tickets.map(toHeldTicket), buys, before })

/** The tickets of a performance that lose a member's price. */
export const findClosedPrices = ({ priceTable: { list }, eligibility: { buys }, tickets }: PricedPerformance): RepricedTicket[] =>
  closeMemberPrices({ list, tickets: tickets.map(toHeldTicket), buys })

/** Staff choose prices themselves, and the tickets of a reserved order keep theirs. */
export const keepsPrices = ({ staff_id, reservation_id }: BasketRow): boolean => staff_id !== null || reservation_id !== null

async function changePrices(trx: Transaction<Database>, priceTable: PriceTable, repriced: readonly RepricedTicket[]): Promise<void> {
  if (repriced.length > 0) await requireCurrentPrices(trx, priceTable)
  for (const { id, priceType, price, fee } of repriced)
    await trx
      .updateTable('basket_ticket')
      .set({ price_type: priceType, price, fee, price_version: priceTable.version })
      .where('id', '=', id)
      .execute()
}

const entitledTickets = async (
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
  tickets: readonly TicketRow[],
): Promise<PricedPerformance[]> =>
  pricePerformances(deps, await loadEntitlement(trx, deps.brand.timeZone, entitlementSubjectOf(basket)), tickets)

/** Gives the tickets of a basket the prices of a membership that was added to it. */
export async function applyMemberPrices(trx: Transaction<Database>, deps: BasketDeps, basket: BasketRow): Promise<void> {
  const { id, customer_id } = basket
  if (keepsPrices(basket)) return
  const tickets = await withoutPackages(trx, await ticketsOf(trx, id))
  for (const performance of await entitledTickets(trx, deps, basket, tickets)) {
    const before = customer_id === null ? new Map() : await countOtherTickets(trx, customer_id, id, performance.performanceDetails.id)
    await changePrices(trx, performance.priceTable, findOpenedPrices(performance, before))
  }
}

/**
 * Takes from the tickets of a basket what a membership that was removed from it had opened: they get the usual price, and seats
 * that only members may book now are released. A reserved order keeps its seats and its reserved prices.
 */
export async function revertMemberPrices(
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
): Promise<Result<void, Problem<'voucher-in-basket'>>> {
  const ticketsOfReservation = basket.reservation_id === null ? [] : await reservedTickets(trx, basket.reservation_id)
  const reservedTicketOf = (ticket: TicketRow) =>
    ticketsOfReservation.find(({ performance_id, seat }) => performance_id === ticket.performance_id && seat === ticket.seat)
  const basketTickets = basket.staff_id === null ? await ticketsOf(trx, basket.id) : []
  const changeableTickets = basketTickets.filter((ticket) => reservedTicketOf(ticket)?.price_type !== ticket.price_type)
  const performances = await entitledTickets(trx, deps, basket, changeableTickets)
  const packages = await packagesOfTickets(trx, basketTickets)
  const isInPackage = ({ series }: TicketRow): boolean => packages.some(({ id }) => id === series)
  /** Packages with a ticket that the customer may no longer buy: they are whole. */
  const broken = new Set<string>()
  let hasReleased = false
  let hasTickets = changeableTickets.length < basketTickets.length
  for (const performance of performances) {
    const { performanceDetails, priceTable, eligibility, tickets } = performance
    const isBarred = (seat: number): boolean => eligibility.sale === 'priority' || isKeptFrom(performanceDetails.kept, eligibility, seat)
    const barred = tickets.filter((ticket) => !reservedTicketOf(ticket) && isBarred(ticket.seat))
    const isSold = (priceType: string): boolean =>
      priceTable.list.priceTypes.some((type) => type.id === priceType && eligibility.buys(type))
    for (const ticket of tickets.filter(isInPackage)) if (barred.includes(ticket) || !isSold(ticket.price_type)) broken.add(ticket.series!)
    const leaving = barred.filter((ticket) => !isInPackage(ticket))
    if (leaving.length > 0) {
      if (await holdsVoucher(trx, basket.id)) return fail(problem('voucher-in-basket'))
      await removeTickets(trx, basket.id, performanceDetails.id, leaving)
      hasReleased = true
    }
    const staying = tickets.filter((ticket) => !leaving.includes(ticket))
    hasTickets ||= staying.length > 0
    await changePrices(trx, priceTable, findClosedPrices({ ...performance, tickets: staying.filter((ticket) => !isInPackage(ticket)) }))
  }
  if (broken.size > 0 && (await holdsVoucher(trx, basket.id))) return fail(problem('voucher-in-basket'))
  for (const id of broken) await releasePackage(trx, basket.id, id, basketTickets)
  if (broken.size > 0) {
    hasReleased = true
    hasTickets = (await ticketsOf(trx, basket.id)).length > 0
  }
  if (hasReleased && !hasTickets) await stopClock(trx, basket.id)
  return ok(undefined)
}
