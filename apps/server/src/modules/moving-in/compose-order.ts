import { type Actor, newId } from '#db'
import { newOrderNumber } from '#modules/ticket'
import { add, zero } from '@playhouse/domain/money'
import { type Line, totalsOf } from '@playhouse/domain/pricing'
import type { Brand } from '@playhouse/domain/brand'
import { type MovedOrder, type MovedRow, type MovedSeat, seatKey } from '@playhouse/domain/moving-in'
import type { KnownPlaces } from './read-places.ts'

export type OrderDeps = {
  readonly brand: Pick<Brand, 'currency' | 'delivery' | 'timeZone' | 'vatBasisPoints' | 'defaultLocale'>
  readonly places: ReadonlyMap<string, KnownPlaces>
  /** The ids of customers by their numbers in the former system. */
  readonly customers: ReadonlyMap<string, string>
  readonly actor: Actor
}
type SeatRow = MovedRow<MovedSeat>

/** An order that is created, with the seats of its tickets. */
export type NewOrder = ReturnType<typeof composeOrder>

/** The order that a row of the file becomes, with the places of its seats, its totals and its quote. */
export function composeOrder(
  { id: key, customer, placedOn }: MovedOrder,
  seats: readonly SeatRow[],
  { brand, places, customers }: OrderDeps,
) {
  const [id, basket, attempt] = [newId(), newId(), newId()]
  const tickets = seats.map(({ row, thing }) => {
    const performance = places.get(thing.performance)!
    const seat = performance.seats.get(seatKey(thing.area, thing.seatRow, thing.number))!
    return {
      id: newId(),
      row,
      thing,
      seat,
      place: performance.placeOf(seat),
      priceTypeName: performance.nameOfPriceType(thing.priceType),
      vatBasisPoints: performance.vatOf(thing.priceType),
    }
  })
  const total = add(...tickets.map(({ thing }) => thing.price))
  const delivery = {
    method: (brand.delivery.find(({ needsAddress, fee }) => !needsAddress && fee === 0) ?? brand.delivery[0]!).method,
    address: null,
  }
  const notes = { order: '', access: '' }
  const lines: Line[] = tickets.map(({ id: ref, thing, vatBasisPoints }) => ({
    ...{ kind: 'ticket', ref, amount: thing.price, fee: zero },
    ...(vatBasisPoints !== undefined && { vatBasisPoints }),
  }))
  const totals = totalsOf(lines, total, brand.vatBasisPoints)
  const quote = {
    ...{ lines, totals, delivery, billing: null, notes, spends: [] },
    tickets: tickets.map(({ id: ticket, thing, seat, place }) => ({
      ...{ id: ticket, performance: thing.performance, seat, band: place.band, priceType: thing.priceType, price: thing.price, fee: 0 },
    })),
  }
  const placedAt = placedOn === null ? null : Temporal.PlainDate.from(placedOn).toZonedDateTime(brand.timeZone).toInstant().toString()
  return {
    key,
    id,
    basket,
    attempt,
    number: newOrderNumber(),
    customer: customers.get(customer)!,
    placedAt,
    tickets,
    total,
    lines,
    totals,
    quote,
  }
}
