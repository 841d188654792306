import { changeGroupSeats, groupChoicesOf, type GroupSeat } from '@playhouse/domain/group-seats'
import { add, money } from '@playhouse/domain/money'
import { placeName } from '@playhouse/domain/plan'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { GroupSeats } from '#contract'
import { stateOf } from './group-names.ts'
import type { MockCounter, MockReservation } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { balanceOf } from './voucher-money.ts'

type SeatCalls = 'seats' | 'setSeats'

/** Mock handlers of the seats of a booking. @param cancelInvoice issues the credit note of its invoice, if it has one */
export function groupSeats(
  shop: MockShop,
  counter: MockCounter,
  cancelInvoice: (reservation: MockReservation) => void,
): Pick<MockHandlers<Contract['groupBookings']>, SeatCalls> {
  return {
    seats: ({ visit, params: { number } }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const reservation = counter.reservations.get(number)
      return reservation?.group ? ok(read(shop, reservation)) : fail(problem('order-not-found'))
    },
    setSeats: ({ visit, params: { number }, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const reservation = counter.reservations.get(number)
      if (!reservation?.group) return fail(problem('order-not-found'))
      if (!isOpen(shop, reservation)) return fail(problem('reserved-order-locked'))
      const { version = 0, by } = reservation.names ?? {}
      const isOfBooking = body.seats.every(({ ticket }) => reservation.tickets.some(({ id }) => id === ticket))
      if (version !== body.version || !isOfBooking) return fail(problem('changed-meanwhile', { version, by: by ?? shop.brand.name }))
      const { list, taken } = shop.pricedPerformanceOf(reservation.instance)!
      const booked = reservation.tickets.map((ticket): GroupSeat => {
        const { band, price, fee } = priceOfTicket(shop, ticket)!
        return { ticket: ticket.id, band, priceType: ticket.priceType, price, fee }
      })
      const { deposit } = reservation.group
      const changed = changeGroupSeats(booked, body, list, { paid: balanceOf(shop, reservation.deposits!), deposit })
      if (!changed.ok) return changed
      const { value } = changed
      if (value.changed.length + value.released.length === 0) return ok(read(shop, reservation))
      for (const { ticket, priceType } of value.changed) reservation.tickets.find(({ id }) => id === ticket)!.priceType = priceType
      const kept = reservation.tickets.filter(({ id }) => !value.released.includes(id))
      for (const { id, seat } of reservation.tickets) if (value.released.includes(id)) taken.delete(seat)
      reservation.tickets.splice(0, reservation.tickets.length, ...kept)
      reservation.group = {
        ...reservation.group,
        ...{ deposit: value.deposit, depositDue: value.deposit > 0 ? reservation.group.depositDue : null },
      }
      reservation.names = { version: version + 1, by: session.value.staffUser.name, isByStaff: true }
      reservation.deposits!.deposits!.onChange()
      cancelInvoice(reservation)
      return ok(read(shop, reservation))
    },
  }
}

const isOpen = (shop: MockShop, reservation: MockReservation): boolean =>
  stateOf(shop, reservation) === 'reserved' && reservation.until > shop.now()

function read(shop: MockShop, reservation: MockReservation): GroupSeats {
  const { plan, list } = shop.pricedPerformanceOf(reservation.instance)!
  const state = stateOf(shop, reservation)
  const tickets = isOpen(shop, reservation) || state === 'in-basket' ? reservation.tickets.toSorted((a, b) => a.seat - b.seat) : []
  const seats = tickets.map((ticket): GroupSeats['seats'][number] => {
    const { band, price } = priceOfTicket(shop, ticket)!
    return {
      ...{ ticket: ticket.id, ...placeName(plan, ticket.seat), band, priceType: ticket.priceType, price: money(price) },
      priceTypeName: list.priceTypes.find(({ id }) => id === ticket.priceType)?.name ?? ticket.priceType,
    }
  })
  return {
    ...{ version: reservation.names?.version ?? 0, isOpen: isOpen(shop, reservation), seats },
    ...{ total: add(...seats.map(({ price }) => price)), deposit: money(reservation.group!.deposit) },
    choices: [...new Set(seats.map(({ band }) => band))]
      .toSorted()
      .flatMap((band) => groupChoicesOf(list, band).map(({ fee: _fee, ...choice }) => ({ band, ...choice }))),
  }
}
