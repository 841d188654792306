import { z } from 'zod'
import { money, type Money, moneySchema } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { returnDestinations, type StaffPermission } from '../staff.ts'
import type { ReservationState } from './order.ts'

/** Who books for many: a group, or a school with its teachers. */
export const groupKinds = ['group', 'school'] as const
export type GroupKind = (typeof groupKinds)[number]

/**
 * States of a group booking. `option`: its seats are kept until the option date; `deposit-paid`: they are kept without one; `paid`: an order
 * with tickets; `lapsed`: its seats are on sale again; `cancelled`: staff ended it, and decided about what was paid.
 */
export const groupBookingStates = ['option', 'deposit-paid', 'paid', 'lapsed', 'cancelled'] as const
export type GroupBookingState = (typeof groupBookingStates)[number]

/** What is due next for a group booking. */
export const groupDues = ['option', 'deposit', 'balance'] as const
export type GroupDue = { readonly what: (typeof groupDues)[number]; /** ISO date at the performance. */ readonly on: string }

/** A deposit as staff enter it: an amount, or a part of the total. */
export const depositSchema = z.union([
  z.strictObject({ amount: moneySchema.refine((amount) => amount >= 0) }),
  z.strictObject({ percent: z.int().min(0).max(100) }),
])
export type Deposit = z.infer<typeof depositSchema>

/** The amount of a deposit. A part of the total is rounded to the nearest minor unit. */
export const depositOf = (deposit: Deposit, total: Money): Money =>
  'amount' in deposit ? money(deposit.amount) : money(Math.round((total * deposit.percent) / 100))

/** Facts about a group booking, amounts in minor units. `isOver`: whether the time until which its seats are kept has passed. */
type GroupBookingFacts = {
  readonly reservation: ReservationState
  readonly isOver: boolean
  readonly isCancelled: boolean
  readonly deposit: number
  readonly paid: number
}

/** The state of a group booking. Without a deposit it is an option until all is paid. */
export function groupBookingState({ reservation, isOver, isCancelled, deposit, paid }: GroupBookingFacts): GroupBookingState {
  if (isCancelled) return 'cancelled'
  if (reservation === 'confirmed') return 'paid'
  if (reservation === 'lapsed' || (reservation === 'reserved' && isOver)) return 'lapsed'
  return deposit > 0 && paid >= deposit ? 'deposit-paid' : 'option'
}

/**
 * The problem of a deposit or an instalment of a group booking: its seats are not kept any more or are being paid for, or the amount is above
 * what is left to pay. Amounts in minor units.
 */
export function findDepositProblem(
  { reservation, isOver, total, paid }: Omit<GroupBookingFacts, 'deposit' | 'isCancelled'> & { readonly total: number },
  amount: number,
): Problem<'reserved-order-locked' | 'invalid-input'> | undefined {
  if (reservation !== 'reserved' || isOver) return problem('reserved-order-locked')
  return paid + amount > total ? problem('invalid-input', { fields: ['amount'] }) : undefined
}

/** What staff do with the money of a booking that they cancel: return it as orders are returned, or keep it. */
export const depositDestinations = [...returnDestinations, 'keep'] as const
export type DepositDestination = (typeof depositDestinations)[number]

/** The permission to do that with paid money. */
export const depositPermissions = {
  credit: 'return-to-credit',
  origin: 'return-money',
  keep: 'keep-deposits',
} as const satisfies Record<DepositDestination, StaffPermission>

/**
 * Whether a booking can be cancelled: its seats are reserved, or it has lapsed and its money waits. While it is in a basket it cannot.
 * `paid` in minor units.
 */
export const isGroupCancellable = ({ reservation, isCancelled, paid }: Pick<GroupBookingFacts, 'reservation' | 'isCancelled' | 'paid'>) =>
  !isCancelled && (reservation === 'reserved' || (reservation === 'lapsed' && paid > 0))

type GroupDates = {
  readonly state: GroupBookingState
  /** ISO date on which the option ends, at the performance. */
  readonly optionDay: string
  readonly depositDue: string | null
  readonly balanceDue: string
}

/** What is due next; null where nothing is. Of a deposit and an option that are due on one day, the deposit. */
export function nextGroupDue({ state, optionDay, depositDue, balanceDue }: GroupDates): GroupDue | null {
  if (state === 'deposit-paid') return { what: 'balance', on: balanceDue }
  if (state !== 'option') return null
  return depositDue !== null && depositDue <= optionDay ? { what: 'deposit', on: depositDue } : { what: 'option', on: optionDay }
}

type Listed = { readonly due: GroupDue | null; readonly performance: { readonly startsAt: string } }

/** The order of a list of group bookings: what is due soonest first, then those with nothing due, the latest performance first. */
export function compareGroupBookings(a: Listed, b: Listed): number {
  if (a.due && b.due) return a.due.on < b.due.on ? -1 : a.due.on > b.due.on ? 1 : 0
  if (a.due || b.due) return a.due ? -1 : 1
  return Date.parse(b.performance.startsAt) - Date.parse(a.performance.startsAt)
}
