import type { Transaction } from 'kysely'
import { type Database, newId } from '#db'
import type { Hall, Showing, Tariff } from '#modules/catalogue'
import { eligibilityFor, isKeptFrom, whyClosed } from '#modules/eligibility'
import { priceSeat, type PricedSeat } from '#modules/pricing'
import { giveUpSeats } from '#modules/reservation'
import { claimSeats, type IfTaken, releaseHolds, SeatsSlipped } from '#modules/seating'
import { isWhole } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, ticketsOf, type TicketRow, whoHas } from './basket-row.ts'
import { type BasketHouse, clockOf, editBasket } from './edit-basket.ts'
import { leavesAlone } from './left-alone.ts'
import { overAnyLimit } from './over-limit.ts'
import { holdsVoucher } from './purses.ts'

/** A performance with all that is needed to sell its seats. */
export type OnSale = { readonly showing: Showing; readonly hall: Hall; readonly tariff: Tariff }

/** Seats of one performance for a basket, by plan index, and what becomes of those it has. */
export type SeatsToTake = {
  readonly seats: readonly { readonly index: number; readonly priceType: string }[]
  /** Where some are somebody's: take none, or those that can be had. */
  readonly ifTaken: IfTaken
  /** Seats of the basket that go in the same step. */
  readonly giveBack: readonly number[]
  /** The house chose them: its rule about seats left alone is kept already, and none of them is the basket's own. */
  readonly isHouseChoice: boolean
}

/** What was taken, and what somebody else has. */
export type Taken = { readonly performance: string; readonly seats: readonly number[]; readonly lost: readonly number[] }
/** A refusal that knows which seats are gone, for whoever finds others. */
export type SeatsGone = { readonly code: 'seats-gone'; readonly seats: readonly number[] }

/** The performance, its hall and its prices; undefined where there is no such performance. */
export async function onSale({ catalogue }: Pick<BasketHouse, 'catalogue'>, performance: string): Promise<OnSale | undefined> {
  const showing = await catalogue.showing(performance)
  if (!showing) return undefined
  const [hall, tariff] = await Promise.all([catalogue.hall(showing.hall, showing.planVersion), catalogue.tariff(showing.priceList)])
  return hall && { showing, hall, tariff }
}

/** In a storm of claims a seat may slip away more than once, to one rival after the other. */
const mostLooks = 10

/**
 * Takes seats into a basket at the price of the list as it is now, which is theirs from here on: the one way for whoever
 * fills a basket. The first ticket starts its clock. What is given back and what is taken change hands in one step.
 */
export async function takeSeats(
  house: BasketHouse,
  basketId: string,
  actor: Actor,
  at: OnSale,
  wanted: SeatsToTake,
): Promise<Result<Taken, Problem | SeatsGone>> {
  for (let looks = 1; ; looks++) {
    try {
      let gone: SeatsGone | undefined
      const taken = await editBasket(house, basketId, actor, 'add-tickets', async (trx, basket): Promise<Result<Taken, Problem>> => {
        gone = undefined
        const result = await takeNow(trx, house, basket, actor, at, wanted)
        if (result.ok || result.error.code !== 'seats-gone') return result as Result<Taken, Problem>
        gone = result.error
        return fail(problem('tickets-not-added'))
      })
      return !taken.ok && gone ? fail(gone) : taken
    } catch (error) {
      // Somebody was quicker by a hair; another look finds their claim and names the seats.
      if (!(error instanceof SeatsSlipped) || looks === mostLooks) throw error
    }
  }
}

type Priced = PricedSeat & { readonly index: number; readonly priceType: string }

async function takeNow(
  trx: Transaction<Database>,
  house: BasketHouse,
  basket: BasketRow,
  actor: Actor,
  { showing, hall, tariff }: OnSale,
  { seats: wanted, ifTaken, giveBack, isHouseChoice }: SeatsToTake,
): Promise<Result<Taken, Problem | SeatsGone>> {
  const eligibility = await eligibilityFor({ ...house, db: trx }, whoHas(basket), showing)
  const closed = whyClosed(eligibility, showing)
  if (closed) return fail(closed)
  const priced: Priced[] = []
  for (const { index, priceType } of wanted) {
    const price = priceSeat(tariff, index, priceType, eligibility.buys)
    if (!price.ok) return price
    priced.push({ index, priceType, ...price.value })
  }
  const performance = showing.id
  const all = await ticketsOf(trx, basket.id)
  const isLeaving = (ticket: TicketRow): boolean => ticket.performance_id === performance && giveBack.includes(ticket.seat)
  const [leaving, mine] = [all.filter(isLeaving), all.filter((ticket) => !isLeaving(ticket))]
  const here = mine.filter((ticket) => ticket.performance_id === performance).map((ticket) => ticket.seat)
  // Seats kept for others are to everybody else as taken as any.
  const kept = priced.filter(({ index }) => isKeptFrom(showing.kept, eligibility, index) || (isHouseChoice && here.includes(index)))
  if (kept.length > 0 && (ifTaken === 'refuse' || kept.length === priced.length)) return fail(gone(kept.map(({ index }) => index)))
  const possible = priced.filter((each) => !kept.includes(each))
  const fresh = possible.filter(({ index }) => !here.includes(index))

  const { ticketsPerOrder, holdSeconds } = house.brand.limits
  if (mine.length + fresh.length > ticketsPerOrder)
    return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: mine.length + fresh.length }))
  const over = await overAnyLimit(trx, house, { basket, showing, tariff, actor }, [
    ...mine,
    ...fresh.map((each) => ({ performance_id: performance, price_type: each.priceType })),
  ])
  if (over) return fail(over)
  const added = fresh.map((each) => each.index)
  const { seatBlocks } = tariff.list
  if (!isWhole(seatBlocks, [...here, ...added])) return fail(problem('distanced-block-incomplete'))
  const alone =
    !isHouseChoice && (await leavesAlone(trx, house.brand.seating.orphans, hall.plan, tariff, { performance, seats: added }, giveBack))
  if (alone) return fail(alone)
  if (leaving.length > 0 && (await holdsVoucher(trx, basket.id))) return fail(problem('voucher-in-basket'))

  const until = basket.deadline ?? (await clockOf(trx, holdSeconds)).later
  const set = { performance, seats: possible.map((each) => each.index) }
  const claimed = await claimSeats(trx, set, { as: 'held', basket: basket.id, until }, ifTaken)
  if (ifTaken === 'refuse' && claimed.taken.length > 0) return fail(gone(claimed.taken))
  // Of a block that somebody has a part of nothing is left to take.
  const held = fresh.filter(({ index }) => claimed.held.includes(index))
  const whole = seatBlocks ? held.filter(({ index }) => isWholeIn(seatBlocks, index, claimed.held)) : held
  const lost = [...kept, ...fresh.filter((each) => !whole.includes(each))].map((each) => each.index)
  if (lost.length > 0 && whole.length === 0) return fail(gone(lost))
  const halves = held.filter((each) => !whole.includes(each)).map((each) => each.index)
  if (halves.length > 0) await releaseHolds(trx, basket.id, { performance, seats: halves })
  if (leaving.length > 0) await removeTickets(trx, basket.id, performance, leaving, claimed.held)
  if (whole.length > 0) await writeTickets(trx, basket.id, performance, whole)
  await trx
    .updateTable('basket')
    .set({ deadline: until, lapsed: '[]', network: actor.network ?? null })
    .where('id', '=', basket.id)
    .execute()
  return ok({ performance, seats: possible.map((each) => each.index).filter((seat) => !lost.includes(seat)), lost })
}

const gone = (seats: readonly number[]): SeatsGone => ({ code: 'seats-gone', seats })

/** Whether all of the block that a seat is in is among some seats. */
const isWholeIn = (blocks: NonNullable<Tariff['list']['seatBlocks']>, seat: number, among: readonly number[]): boolean => {
  const block = blocks.find(([first, seats]) => seat >= first && seat < first + seats)
  return !block || Array.from({ length: block[1] }, (_, place) => block[0] + place).every((each) => among.includes(each))
}

/** Gives held seats back, but those that other tickets keep, and takes the tickets out of the basket. */
export async function removeTickets(
  trx: Transaction<Database>,
  basket: string,
  performance: string,
  tickets: readonly TicketRow[],
  kept: readonly number[] = [],
): Promise<void> {
  const seats = tickets.map((ticket) => ticket.seat).filter((seat) => !kept.includes(seat))
  if (seats.length > 0) await releaseHolds(trx, basket, { performance, seats })
  await giveUpSeats(trx, basket, { performance, seats })
  await trx
    .deleteFrom('basket_ticket')
    .where(
      'id',
      'in',
      tickets.map((ticket) => ticket.id),
    )
    .execute()
}

async function writeTickets(trx: Transaction<Database>, basket: string, performance: string, seats: readonly Priced[]): Promise<void> {
  await trx
    .insertInto('basket_ticket')
    .values(
      seats.map((each) => ({
        id: newId(),
        basket_id: basket,
        performance_id: performance,
        seat: each.index,
        band: each.band,
        price_type: each.priceType,
        price: each.price,
        fee: each.fee,
      })),
    )
    .execute()
}
