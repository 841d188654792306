import type { TicketCount } from '../basket/limit.ts'
import { add, type Money } from '../money/money.ts'
import { isForSomeSeats } from '../pricing/price-type.ts'
import { type Band, priceOf, type PriceList, type PriceType } from '../pricing/pricing.ts'
import type { Eligibility } from './eligibility.ts'

/** A held ticket, with its price in minor units. */
type HeldTicket = { readonly id: string; readonly band: Band; readonly priceType: string; readonly price: Money }
/** The tickets of one performance, with what their buyer may buy there. */
export type MemberTickets = {
  readonly list: Pick<PriceList, 'priceTypes' | 'prices'>
  readonly tickets: readonly HeldTicket[]
  readonly buys: Eligibility['buys']
  /** The buyer's other tickets for the performance, which count towards the limits of price types. */
  readonly before: TicketCount
}
/** The new price type of a ticket, with its price in minor units. */
export type RepricedTicket = Pick<HeldTicket, 'id' | 'priceType' | 'price'> & { readonly fee: Money }

const isFull = (list: MemberTickets['list'], priceType: string): boolean =>
  list.priceTypes.some(({ id, kind, payWhatYouCan }) => id === priceType && kind === 'full' && !payWhatYouCan)

/**
 * The tickets that get a member's price when a membership is added to their basket: those at the full price, the most expensive
 * first, until the limit of the member's price is reached. Prices that the visitor chose themselves stay.
 */
export function openMemberPrices({ list, tickets, buys, before }: MemberTickets): RepricedTicket[] {
  const memberTypes = list.priceTypes.filter((type) => type.kind === 'member' && buys(type))
  const count = new Map(memberTypes.map(({ id }) => [id, (before.get(id) ?? 0) + tickets.filter((one) => one.priceType === id).length]))
  const repriced: RepricedTicket[] = []
  for (const { id, band, priceType, price } of tickets.toSorted((a, b) => b.price - a.price)) {
    if (!isFull(list, priceType)) continue
    const best = cheapest(
      list,
      band,
      memberTypes.filter((type) => count.get(type.id)! < (type.limit ?? Infinity)),
    )
    if (!best || best.price >= price) continue
    count.set(best.priceType, count.get(best.priceType)! + 1)
    repriced.push({ id, ...best })
  }
  return repriced
}

/**
 * The tickets that lose a member's price when the membership that opened it is removed from their basket: they get the first price
 * that the visitor may still buy.
 */
export function closeMemberPrices({ list, tickets, buys }: Omit<MemberTickets, 'before'>): RepricedTicket[] {
  const isClosed = (priceType: string): boolean =>
    list.priceTypes.some((type) => type.id === priceType && type.kind === 'member' && !buys(type))
  const open = list.priceTypes.filter((type) => !isForSomeSeats(type.kind) && type.limit === undefined && buys(type))
  return tickets
    .filter(({ priceType }) => isClosed(priceType))
    .flatMap(({ id, band }) => {
      const usual = open.flatMap((type) => offerOf(list, band, type)).at(0)
      return usual ? [{ id, ...usual }] : []
    })
}

/** The sum of prices, with some of the tickets at another price; minor units. */
export function sumWith(tickets: readonly HeldTicket[], repriced: readonly RepricedTicket[]): Money {
  const priceOfTicket = ({ id, price }: HeldTicket): Money => repriced.find((one) => one.id === id)?.price ?? price
  return add(...tickets.map(priceOfTicket))
}

function offerOf(list: MemberTickets['list'], band: Band, { id }: PriceType): Omit<RepricedTicket, 'id'>[] {
  const offer = priceOf(list, band, id)
  return offer ? [{ priceType: id, ...offer }] : []
}

const cheapest = (list: MemberTickets['list'], band: Band, types: readonly PriceType[]): Omit<RepricedTicket, 'id'> | undefined =>
  types.flatMap((type) => offerOf(list, band, type)).toSorted((a, b) => a.price - b.price)[0]
