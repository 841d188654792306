import { type Line, bands, isForEverybody, priceOf, type PriceList, totalsOf } from '@playhouse/domain/pricing'
import { type Money, money, subtract, zero } from '@playhouse/domain/money'
import { spendFrom, sumOf } from '@playhouse/domain/purse'
import { maskVoucher, voucherHint } from '@playhouse/domain/voucher'
import type { Basket, BasketTicket } from '#contract'
import type { MockShop, MockTicket, MockVisit } from './mock-shop.ts'

export const publicTypes = (list: PriceList) => list.priceTypes.filter(isForEverybody)

export function priceOfTicket(shop: MockShop, ticket: Pick<MockTicket, 'performance' | 'seat' | 'priceType'>) {
  const { list, bandOf } = shop.house(ticket.performance)!
  const band = bands[bandOf[ticket.seat] ?? -1]
  if (!band || !publicTypes(list).some((type) => type.id === ticket.priceType)) return undefined
  const price = priceOf(list, band, ticket.priceType)
  return price && { band, ...price }
}

export function linesOf(shop: MockShop, visit: MockVisit): Line[] {
  const option = shop.brand.delivery.find((each) => each.method === visit.delivery.method)!
  const tickets = visit.tickets.map((ticket): Line => {
    const { price, fee } = priceOfTicket(shop, ticket)!
    return { kind: 'ticket', ref: ticket.id, amount: price, fee }
  })
  return tickets.length > 0 && option.fee > 0
    ? [...tickets, { kind: 'delivery', ref: option.method, amount: option.fee, fee: zero }]
    : tickets
}

export function readBasket(shop: MockShop, visit: MockVisit): Basket {
  shop.lapse(visit)
  const { limits } = shop.brand
  return {
    state: visit.state,
    version: visit.version,
    tickets: visit.tickets.map((ticket) => readTicket(shop, ticket)),
    delivery: visit.delivery,
    deliveryOptions: shop.brand.delivery,
    billing: visit.billing,
    notes: visit.notes,
    termsAccepted: visit.terms,
    totals: totalsOf(linesOf(shop, visit), zero, shop.brand.vatBasisPoints),
    deadline: visit.deadline === null ? null : new Date(visit.deadline).toISOString(),
    extensionsLeft: limits.maxExtensions - visit.extensions,
    ticketsLeft: limits.ticketsPerOrder - visit.tickets.length,
    lapsed: visit.lapsed.map(({ performance, seats }) => {
      const { plan } = shop.house(performance)!
      const production = productionOf(shop, performance)
      return { instance: performance, event: production.id, title: production.title, seats: seats.map((seat) => plan.idOf(seat)) }
    }),
    lastPayment: visit.lastPayment,
  }
}

export function productionOf(shop: MockShop, performance: string) {
  const { production } = shop.performance(performance)!
  return shop.productions.find((each) => each.id === production)!
}

export function readTicket(shop: MockShop, ticket: MockTicket): BasketTicket {
  const showing = shop.performance(ticket.performance)!
  const production = productionOf(shop, ticket.performance)
  const { plan, list } = shop.house(ticket.performance)!
  const { band, price } = priceOfTicket(shop, ticket)!
  return {
    id: ticket.id,
    instance: showing.id,
    event: production.id,
    title: production.title,
    startsAt: new Date(showing.startsAtInstant).toISOString(),
    timeZone: showing.timeZone,
    hallName: plan.name,
    seat: plan.idOf(ticket.seat),
    area: plan.areas[plan.areaOf[ticket.seat]!]!.name,
    row: plan.rows[plan.rowOf[ticket.seat]!]!.label,
    number: plan.numberOf(ticket.seat),
    note: plan.noteOf(ticket.seat) ?? null,
    band,
    priceType: ticket.priceType,
    priceTypeName: list.priceTypes.find((type) => type.id === ticket.priceType)!.name,
    price: money(price),
    choices: publicTypes(list).flatMap((type) => {
      const choice = priceOf(list, band, type.id)
      return choice ? [{ priceType: type.id, name: type.name, price: choice.price }] : []
    }),
  }
}
