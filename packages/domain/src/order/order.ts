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

/** Facts about an order that decide whether something can be added to it. Starts of its valid tickets in epoch milliseconds. */
type ExtensibleOrder = { readonly state: OrderState; readonly addsTo: string | null; readonly startsAt: readonly number[] }

/**
 * Whether add-ons can be bought for an order: it is confirmed, adds to no other order, and has a ticket for a performance that has
 * not begun. @param now epoch milliseconds
 */
export const isOpenForAddOns = ({ state, addsTo, startsAt }: ExtensibleOrder, now: number): boolean =>
  state === 'confirmed' && addsTo === null && startsAt.some((start) => start > now)

/** The number of an order that adds to another one: `AB12CD34-2` is the first of `AB12CD34`. @param nth from 1 */
export const addOnOrderNumber = (number: string, nth: number): string => `${number}-${nth + 1}`

/**
 * Whether a text has the form of an order number: eight letters and digits without those that are easily confused, and the suffix of an
 * order that adds to another one.
 */
export const isOrderNumber = (text: string): boolean => /^[2-9A-HJ-NP-Z]{8}(-[1-9]\d{0,3})?$/.test(text)
