import { moves } from '../machine.ts'

export const orderMoves = moves({
  completing: { confirm: 'confirming', fail: 'failed' },
  confirming: { complete: 'confirmed', fail: 'failed' },
  confirmed: { return: 'returned', hold: 'on-hold' },
  // Its payment is disputed, or was refunded outside the shop: its tickets are not valid.
  'on-hold': { release: 'confirmed', return: 'returned' },
  failed: {},
  returned: {},
})
export type OrderState = keyof typeof orderMoves

/** Moves of reserved orders: seats kept for a customer until a time, to be paid later. A paid one becomes a separate order. */
export const reservationMoves = moves({
  reserved: { addToBasket: 'in-basket', lapse: 'lapsed' },
  'in-basket': { confirm: 'confirmed', putBack: 'reserved', lapse: 'lapsed' },
  confirmed: {},
  lapsed: {},
})
export type ReservationState = keyof typeof reservationMoves

/** Whether seats can be reserved until a time: later than now, and not later than the start. All in epoch milliseconds. */
export const isReservableUntil = (until: number, { now, startsAt }: { readonly now: number; readonly startsAt: number }): boolean =>
  until > now && until <= startsAt
