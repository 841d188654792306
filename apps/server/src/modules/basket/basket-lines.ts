import { hash } from 'node:crypto'
import { priceTopUps } from '@playhouse/domain/top-up-item'
import { levyWithin } from '@playhouse/domain/levy'
import { add, type Money, money, subtract, zero } from '@playhouse/domain/money'
import { postageOf } from '@playhouse/domain/postage'
import { deliveryLines, type Line } from '@playhouse/domain/pricing'
import type { AppliedOffers } from './applied-offers.ts'
import type { BasketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { itemLines, type ItemRow, quoteItems } from './items.ts'
import type { PricedTicket } from './price-rules.ts'

/** The priced parts of a basket that `linesOf` and `currentItems` read. */
export type PricedParts = [
  deps: Pick<BasketDeps, 'brand'>,
  basket: Pick<BasketRow, 'delivery'>,
  tickets: readonly PricedTicket[],
  offers: Pick<AppliedOffers, 'lines' | 'off'>,
  items: readonly ItemRow[],
]

/** The price lines of a basket: tickets at the price of their hold, discounts, other items and delivery. */
export function linesOf(...parts: PricedParts): Line[] {
  const [{ brand }, , tickets] = parts
  const { goods, delivery } = linesWithoutItems(...parts)
  return [...goods, ...itemLines(quoteItems(brand, currentItems(...parts), tickets.length)), ...delivery]
}

/** The items of a basket with the current amounts of its top-ups, which depend on all other lines. */
export function currentItems(...parts: PricedParts): readonly ItemRow[] {
  const [{ brand }, , tickets, , items] = parts
  return priceTopUps(brand, { items, tickets: tickets.length, rest: restOf(...parts) })
}

/** The total of tickets, discounts and delivery. */
export function restOf(...parts: PricedParts): Money {
  const { goods, delivery } = linesWithoutItems(...parts)
  return add(...[...goods, ...delivery].map(({ amount }) => amount))
}

function linesWithoutItems(...[{ brand }, basket, tickets, offers, items]: PricedParts): Record<'goods' | 'delivery', Line[]> {
  const option = brand.delivery.find((each) => each.method === basket.delivery.method) ?? brand.delivery[0]!
  const ticketLines = tickets.map((ticket): Line => {
    const levy = levyOf(ticket, offers)
    return {
      ...{ kind: 'ticket', ref: ticket.id, amount: money(ticket.price), fee: money(ticket.fee) },
      ...(ticket.vatBasisPoints !== undefined && { vatBasisPoints: ticket.vatBasisPoints }),
      ...(levy && { levy }),
    }
  })
  return { goods: [...ticketLines, ...offers.lines], delivery: deliveryLines(option, tickets.length, postageOf(items)) }
}

/** The levy within what is paid for a ticket. */
export const levyOf = ({ id, levy, price }: PricedTicket, { off }: Pick<AppliedOffers, 'off'>) =>
  levyWithin(levy, subtract(money(price), off.get(id) ?? zero))

/** A checksum of all price lines. The client sends the checksum of the shown lines with the payment. */
export const quoteOf = ({ vatBasisPoints }: Pick<BasketDeps['brand'], 'vatBasisPoints'>, lines: readonly Line[]): string =>
  hash(
    'sha256',
    JSON.stringify([
      vatBasisPoints,
      ...lines.map(({ kind, ref, amount, fee, vatBasisPoints: rate, levy }) => [
        ...[kind, ref, amount, fee],
        ...(rate === undefined ? [] : [rate]),
        ...(levy ? [levy.name.text, levy.amount] : []),
      ]),
    ]),
    'base64url',
  )
