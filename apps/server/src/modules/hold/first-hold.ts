import { type Kysely, sql } from 'kysely'
import { type Database, isBusy, isConnectionLost, newId, Overloaded } from '#db'
import { havePricesChanged } from '#modules/catalogue'
import { maxHeldByNetwork, wideNetworkProblem } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { BasketRow, TicketRow } from '#modules/basket'
import { toBe } from './basket-batch.ts'
import { chooseSeats } from './validate.ts'
import { ticketIds } from './idempotency.ts'
import { type Chosen, gone, type NewBasket, type Priced, type Served, type Want } from './hold-request.ts'
import { wideNetworkOf } from './wide-network.ts'

/** Somebody of whom the house knows nothing yet, and who wants all of some seats or none. */
export type Newcomer = Want & { readonly into: NewBasket & { readonly visit: NonNullable<NewBasket['visit']> } }

/** Whether all that stands between somebody and their seats are rules that the database can look after by itself. */
export function isNewcomer(want: Want): want is Newcomer {
  const { into, wanted } = want
  if (typeof into === 'string' || wanted.ifTaken !== 'refuse' || wanted.giveBack.length > 0) return false
  return into.visit !== undefined && Object.values(into.seed).every((known) => known === null || known === undefined)
}

type Wish = Newcomer & { readonly chosen: Chosen; readonly basketId: string }
type Answer = { over: number | null; over_wide: number | null; taken: number[]; has_slipped: boolean; at: Date; until: Date }

/**
 * First holds of people who come at the same time, in one statement: network, limits, seats, baskets, tickets, visits and
 * audit, all of it or nothing for each. The same rules in the same order as for everybody (`take-together.ts`). Undefined
 * for all where the database had too much to do, or may or may not have done it: they are served one by one.
 */
export async function holdForNewcomers(db: Kysely<Database>, newcomers: readonly Newcomer[]): Promise<(Served | undefined)[]> {
  const refused = new Map<Newcomer, Served>()
  const wishes: Wish[] = []
  for (const newcomer of newcomers) {
    const chosen = await chooseSeats(db, { ...newcomer, row: undefined, basket: { ...toBe(newcomer.into), deadline: null }, tickets: [] })
    if (chosen.ok) wishes.push({ ...newcomer, chosen: chosen.value, basketId: newcomer.into.id })
    else refused.set(newcomer, chosen)
  }
  try {
    const served = new Map(await hold(db, wishes))
    return newcomers.map((newcomer) => refused.get(newcomer) ?? served.get(newcomer.into.id))
  } catch (error) {
    if (error instanceof Overloaded) throw error
    if (havePricesChanged(error)) return newcomers.map((newcomer) => refused.get(newcomer) ?? fail({ code: 'prices-outdated' }))
    if (isBusy(error) || isConnectionLost(error)) return newcomers.map((newcomer) => refused.get(newcomer))
    throw error
  }
}

async function hold(db: Kysely<Database>, wishes: readonly Wish[]): Promise<[string, Served][]> {
  if (wishes.length === 0) return []
  const each = <Value>(of: (wish: Wish) => Value): Value[] => wishes.map(of)
  const seats = wishes.flatMap(({ chosen, basketId, wanted }, nth) => {
    const ids = ticketIds(basketId, wanted.once, chosen.fresh.length)
    return chosen.fresh.toSorted((a, b) => a.index - b.index).map((seat, place) => ({ ...seat, owner: nth + 1, ticket: ids[place]! }))
  })
  const limits = ({ deps }: Wish) => deps.brand.limits
  const wide = wishes.map(wideNetworkOf)
  const { rows } = await sql<Answer>`
    select * from hold_for_newcomers(
      ${list(each(({ basketId }) => basketId))}::uuid[], ${each(({ at }) => at.showing.id)}::text[],
      ${each(({ actor }) => actor.network ?? null)}::text[], ${list(each(({ chosen }) => chosen.fresh.length))}::int[],
      ${list(each((wish) => maxHeldByNetwork(wish.at.showing.seats, limits(wish).ticketsPerOrder)))}::int[],
      ${list(each((wish) => limits(wish).ticketsPerNetwork ?? null))}::int[], ${list(each((wish) => limits(wish).holdSeconds))}::int[],
      ${each((wish) => JSON.stringify(deliveryFor(wish)))}::text[], ${each(({ into }) => into.visit.key)}::text[],
      ${list(each(({ into }) => String(into.visit.isNew)))}::boolean[], ${each(({ actor }) => actor.requestId ?? null)}::text[],
      ${list(each(newId))}::uuid[], ${list(seats.map(({ owner }) => owner))}::int[], ${list(seats.map(({ index }) => index))}::int[],
      ${list(seats.map(({ ticket }) => ticket))}::uuid[], ${list(seats.map(({ band }) => band))}::text[],
      ${seats.map(({ priceType }) => priceType)}::text[], ${list(seats.map(({ price }) => price))}::int[],
      ${list(seats.map(({ fee }) => fee))}::int[], ${each(({ at }) => at.tariff.id)}::text[],
      ${list(each(({ at }) => at.tariff.version))}::int[], ${wide.map((one) => one?.prefix ?? null)}::text[],
      ${list(wide.map((one) => one?.withoutLock ?? null))}::int[], ${list(wide.map((one) => one?.limit.held ?? null))}::int[],
      ${list(wide.map((one) => one?.limit.heldAndBought ?? null))}::int[],
      ${wishes.some((wish) => limits(wish).ticketsPerNetwork !== undefined)}::boolean)`.execute(db)
  const seatsOf = Map.groupBy(seats, ({ owner }) => owner)
  return wishes.map((wish, nth): [string, Served] => [wish.basketId, readAnswer(wish, rows[nth]!, seatsOf.get(nth + 1) ?? [])])
}

/** An array of the database in its own words; for numbers, ids and words of ours, which need no quotes. */
const list = (values: readonly (string | number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`

const deliveryFor = ({ deps }: Wish): BasketRow['delivery'] => ({ method: deps.brand.delivery[0]!.method, address: null })

function readAnswer(
  wish: Wish,
  { over, over_wide, taken, has_slipped, at, until }: Answer,
  seats: readonly (Priced & { ticket: string })[],
): Served {
  if (over !== null) return fail<Problem>(problem('network-limit', { maximum: over }))
  if (over_wide !== null) return fail(wideNetworkProblem(wish.actor.isVerified ?? false, over_wide))
  if (taken.length > 0) return fail(gone(taken))
  if (has_slipped) return fail({ code: 'seats-slipped' })
  const { basketId: basket_id, chosen } = wish
  const performance_id = wish.at.showing.id
  return ok({
    taken: { performance: performance_id, seats: chosen.possible.map(({ index }) => index), lost: [] },
    filled: {
      basket: opened(wish, at, until),
      tickets: seats.map(({ ticket: id, index: seat, priceType: price_type, band, price, fee }): TicketRow => ({
        ...{ id, basket_id, performance_id, seat, band, price_type, price, fee, price_version: wish.at.tariff.version, added_at: at },
      })),
      isNew: true,
    },
  })
}

/** The basket as the database has it now: what was written, and what its columns are by themselves. */
const opened = (wish: Wish, at: Date, until: Date): BasketRow => ({
  id: wish.basketId,
  customer_id: null,
  state: 'open',
  version: 1,
  deadline: until,
  extensions: 0,
  delivery: deliveryFor(wish),
  billing: null,
  gift_aid_answer: null,
  notes: { order: '', access: '' },
  terms_at: null,
  lapsed: [],
  last_payment: null,
  credit_seen: null,
  promo: null,
  network: wish.actor.network ?? null,
  reservation_id: null,
  staff_id: null,
  created_at: at,
  lapsedNow: false,
})
