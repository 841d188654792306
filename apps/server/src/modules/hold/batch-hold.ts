import type { Kysely, Transaction } from 'kysely'
import { audit, type AuditEntry, createTogether, type Database, transact } from '#db'
import { type Claimed, claimTogether, releaseHolds } from '#modules/seating'
import { keepBaskets } from '#modules/session'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { arePricesCurrent, type Tariff } from '#modules/catalogue'
import { clockOf, type Filled, removeTickets, whyNotOpen } from '#modules/basket'
import { lockBaskets, openBaskets, renewBaskets, ticketsIn, toBe, writeTickets } from './basket-batch.ts'
import { chooseSeats } from './validate.ts'
import { ticketIds } from './idempotency.ts'
import {
  type Case,
  type Chosen,
  gone,
  type Priced,
  type PricesOutdated,
  type SeatsGone,
  type SeatsSlipped,
  type Served,
  type Taken,
  type Want,
} from './hold-request.ts'
import { holdForNewcomers, isNewcomer, type Newcomer } from './first-hold.ts'
import { countCrowds, overNetworkLimit } from './network-limit.ts'
import { countWideNetworks, overWideLimit } from './wide-network.ts'

type Choice = Case & { readonly chosen: Chosen; readonly until: Date }
type Win = Choice & { readonly won: readonly Priced[]; readonly lost: readonly number[] }

/** Transactions of a process that take seats at once: while one is written to disk the next are got ready. */
const lanes = 3
/** Wants of one transaction: with more, whoever comes first waits for the last. */
const most = 64
/** Wants that may wait: more than a process can serve within a request's wait budget. */
const mostWaiting = 4_000

type Desk<One extends Want> = (want: One) => Promise<Served | undefined>
/** Newcomers are served at one of their own: theirs is the rush, and the least to look after. */
type Desks = { readonly newcomers: Desk<Newcomer>; readonly others: Desk<Want> }
const desksOf = new WeakMap<Kysely<Database>, Desks>()

/**
 * Takes seats into baskets: the one way for whoever fills a basket, in one transaction for all who come at the same time.
 * To each it is as if they were alone: all of what they ask for or nothing, by the same rules in the same order.
 */
export async function takeTogether(want: Want): Promise<Served> {
  const { db } = want.deps
  const { newcomers, others } = desksOf.get(db) ?? openDesks(db)
  const alone = async (): Promise<Served> => (await transact(db, (trx) => serve(trx, [want])))[0]!
  return (await (isNewcomer(want) ? newcomers(want) : others(want))) ?? alone()
}

function openDesks(db: Kysely<Database>): Desks {
  const sharing = { lanes, most, mostWaiting, touches }
  const desks: Desks = {
    newcomers: createTogether((wants: readonly Newcomer[]) => holdForNewcomers(db, wants), sharing),
    others: createTogether(
      (wants: readonly Want[]) => transact(db, (trx) => serve(trx, wants), { attempts: wants.length > 1 ? 1 : 7 }),
      sharing,
    ),
  }
  desksOf.set(db, desks)
  return desks
}

const idOf = ({ into }: Want): string => (typeof into === 'string' ? into : into.id)

/** Two that want the same seat, or are counted together, are served one after the other. */
const touches = (want: Want): string[] => [
  idOf(want),
  ...(typeof want.into === 'string' || !want.into.visit ? [] : [`visit ${want.into.visit.key}`]),
  ...(want.actor.network === undefined ? [] : [`network ${want.actor.network}`]),
  ...want.wanted.seats.map(({ index }) => `${want.at.showing.id} ${index}`),
]

/** Undefined for whom others hold up: they are served alone, and wait. */
async function serve(trx: Transaction<Database>, wants: readonly Want[]): Promise<(Served | undefined)[]> {
  const served = new Map<string, Served>()
  // Sent in one go: locks first, then what nobody else can change any more.
  const [{ now }, cases, crowds, wideNetworks] = await Promise.all([
    clockOf(trx, 0),
    meet(trx, wants),
    countCrowds(trx, wants.map(networkOf)),
    countWideNetworks(trx, wants),
  ])
  const choices: Choice[] = []
  for (const one of cases.toSorted(byCustomer)) {
    const shut = one.row && (await whyNotOpen(trx, one.row, one.actor))
    const chosen = shut ? fail(shut) : await chooseSeats(trx, one)
    const until = one.basket.deadline ?? new Date(now.getTime() + one.deps.brand.limits.holdSeconds * 1000)
    const over =
      chosen.ok &&
      (overNetworkLimit(one, chosen.value, crowds.get(one.basket.id)) ?? (await overWideLimit(trx, one, chosen.value, wideNetworks)))
    if (!chosen.ok) served.set(one.basket.id, chosen)
    else if (over) served.set(one.basket.id, fail(over))
    else choices.push({ ...one, chosen: chosen.value, until })
  }
  // Prices are checked after the claim, in the same round trip: they can't change any more until it is written.
  const [claims, isPriced] = await Promise.all([claimTogether(trx, choices.map(claimOf)), arePricesCurrent(trx, tariffsOf(choices))])
  const wins: Win[] = []
  for (const [nth, choice] of choices.entries()) {
    const won = await judge(trx, choice, claims[nth]!, isPriced)
    if (won.ok) wins.push(won.value)
    else served.set(choice.basket.id, won)
  }
  for (const each of await write(trx, wins)) served.set(each.filled.basket.id, ok(each))
  return wants.map((want) => served.get(idOf(want)))
}

/** The baskets of those who come together, but those that others hold; whoever is alone waits for theirs. */
async function meet(trx: Transaction<Database>, wants: readonly Want[]): Promise<Case[]> {
  const isAlone = wants.length === 1
  // A new basket may be there already where the commit of a first try counted and nobody heard of it.
  const ids = wants.flatMap((want) => (typeof want.into === 'string' || isAlone ? [idOf(want)] : []))
  const [locked, tickets] = await Promise.all([lockBaskets(trx, ids, isAlone), ticketsIn(trx, ids)])
  const rows = new Map(locked.map((row) => [row.id, row]))
  const customers = new Set<string>()
  return wants.flatMap((want) => {
    const row = rows.get(idOf(want))
    const basket = row ?? (typeof want.into === 'string' ? undefined : { ...toBe(want.into), deadline: null })
    if (!basket && isAlone) throw new Error(`there is no basket ${idOf(want)}`)
    // A customer has limits over all of their baskets.
    if (!basket || (basket.customer_id !== null && customers.has(basket.customer_id))) return []
    if (basket.customer_id !== null) customers.add(basket.customer_id)
    return [{ ...want, row, basket, tickets: tickets.get(basket.id) ?? [] }]
  })
}

/** Limits lock customers: in one order, so that no two batches wait for each other. */
const byCustomer = (one: Case, other: Case): number => (one.basket.customer_id ?? '').localeCompare(other.basket.customer_id ?? '')

const networkOf = (want: Want) => ({ basket: idOf(want), network: want.actor.network, performance: want.at.showing.id })

const claimOf = ({ at, wanted, basket, chosen, until }: Choice) => ({
  performance: at.showing.id,
  seats: chosen.possible.map(({ index }) => index),
  claimant: { as: 'held' as const, basket: basket.id, until },
  ifTaken: wanted.ifTaken,
})

/** The price list of each, once. */
const tariffsOf = (choices: readonly Choice[]): Tariff[] => [...new Set(choices.map(({ at }) => at.tariff))]

/** What came of a claim. Whoever lost keeps nothing of it. */
async function judge(
  trx: Transaction<Database>,
  choice: Choice,
  { held, taken, hasSlipped }: Claimed,
  isPriced: boolean,
): Promise<Result<Win, SeatsGone | SeatsSlipped | PricesOutdated>> {
  const { wanted, basket, at, chosen } = choice
  const release = async (seats: readonly Priced[]): Promise<void> => {
    if (seats.length > 0) await releaseHolds(trx, basket.id, { performance: at.showing.id, seats: seats.map(({ index }) => index) })
  }
  const got = chosen.fresh.filter(({ index }) => held.includes(index))
  if (hasSlipped || !isPriced) {
    await release(got)
    return fail({ code: hasSlipped ? 'seats-slipped' : 'prices-outdated' })
  }
  if (wanted.ifTaken === 'refuse' && taken.length > 0) return fail(gone(taken))
  // Of a block that somebody has a part of nothing is left to take.
  const { seatBlocks } = at.tariff.list
  const won = seatBlocks ? got.filter(({ index }) => isWholeIn(seatBlocks, index, held)) : got
  await release(got.filter((each) => !won.includes(each)))
  const lost = [...chosen.kept, ...chosen.fresh.filter((each) => !won.includes(each))].map(({ index }) => index)
  return lost.length > 0 && won.length === 0 ? fail(gone(lost)) : ok({ ...choice, won, lost })
}

/** Whether all of the block that a seat is in is among some seats. */
const isWholeIn = (blocks: NonNullable<Tariff['list']['seatBlocks']>, seat: number, among: readonly number[]): boolean => {
  const block = blocks.find(([first, seats]) => seat >= first && seat < first + seats)
  return !block || Array.from({ length: block[1] }, (_, place) => block[0] + place).every((each) => among.includes(each))
}

/** Puts what was won into the baskets, with its row in the audit. */
async function write(trx: Transaction<Database>, wins: readonly Win[]): Promise<{ readonly taken: Taken; readonly filled: Filled }[]> {
  if (wins.length === 0) return []
  const ended = wins.map((win) => ({ ...win, id: win.basket.id, deadline: win.until, network: win.actor.network ?? null }))
  const opened = ended.flatMap(({ into, row, deadline, network, deps }) =>
    typeof into === 'string' || row ? [] : [{ ...into, deadline, network, brand: deps.brand }],
  )
  const renewed = ended.filter(({ id }) => opened.every((one) => one.id !== id))
  for (const win of wins) {
    const [{ leaving }, { performance, seats }] = [win.chosen, takenOf(win)]
    if (leaving.length > 0) await removeTickets(trx, win.basket.id, performance, leaving, seats)
  }
  const [fresh, other, written] = await Promise.all([
    openBaskets(trx, opened),
    renewBaskets(trx, renewed),
    writeTickets(
      trx,
      wins.flatMap(({ won, basket, at, wanted }) => {
        const ids = ticketIds(basket.id, wanted.once, won.length)
        return won.map((each, nth) => ({
          ...{ ...each, id: ids[nth]!, basket: basket.id, performance: at.showing.id, version: at.tariff.version },
        }))
      }),
    ),
    keepBaskets(trx, opened),
    audit(trx, ...wins.map(entryOf)),
  ])
  const rows = new Map([...fresh, ...other].map((row) => [row.id, row]))
  const tickets = Map.groupBy(written, (ticket) => ticket.basket_id)
  return wins.map((win) => ({
    taken: takenOf(win),
    filled: {
      basket: rows.get(win.basket.id)!,
      tickets: [...win.chosen.staying, ...(tickets.get(win.basket.id) ?? []).toSorted((a, b) => a.seat - b.seat)],
      isNew: !win.row,
    },
  }))
}

const takenOf = ({ at, chosen, lost }: Pick<Win, 'at' | 'chosen' | 'lost'>): Taken => ({
  performance: at.showing.id,
  seats: chosen.possible.map(({ index }) => index).filter((seat) => !lost.includes(seat)),
  lost,
})

const entryOf = (win: Win): AuditEntry => ({
  actor: win.actor.name,
  requestId: win.actor.requestId,
  subject: 'basket',
  subjectId: win.basket.id,
  verb: 'add-tickets',
  from: 'open',
  to: 'open',
  detail: takenOf(win),
})
