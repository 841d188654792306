import type { CounterPaymentMethod } from './payment/counter-tender.ts'
import type { PriceType } from './pricing/pricing.ts'
import { type Problem, problem } from './problem.ts'

/**
 * Roles at the counter: `clerk` sells; `manager` also gives complimentary tickets and refunds, blocks seats and reads the
 * sales report.
 */
export const staffRoles = ['clerk', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The actions of staff users at the counter, and the roles that may do each. */
export const counterActions = {
  sell: ['clerk', 'manager'],
  reserve: ['clerk', 'manager'],
  exchange: ['clerk', 'manager'],
  'return-to-credit': ['clerk', 'manager'],
  'give-away': ['manager'],
  'keep-off-sale': ['manager'],
  'read-book': ['manager'],
  /** Pays money out: to the card, or in cash. */
  'return-money': ['manager'],
  /** Returns tickets of a performance that has begun or ended. */
  'return-late': ['manager'],
  /** Returns a membership while tickets at its members' price stay valid. */
  'leave-member-prices': ['manager'],
  'read-all-takings': ['manager'],
  /** Stops a gift voucher from being spent. */
  'block-voucher': ['clerk', 'manager'],
  'unblock-voucher': ['manager'],
  /** Replaces the code of a lost gift voucher. */
  'reissue-voucher': ['clerk', 'manager'],
  /** Sells money onto a gift voucher that exists. */
  'top-up-voucher': ['clerk', 'manager'],
  /** Prints the letters with gift vouchers, and records that they were sent. */
  'post-voucher': ['clerk', 'manager'],
  /** Records a customer's Gift Aid declaration, or its withdrawal. */
  'declare-gift-aid': ['clerk', 'manager'],
  /** Mails a customer a link to pay, sends it again, cancels it, or takes the payment at the counter instead. */
  'payment-link': ['clerk', 'manager'],
  /** Reads what kitchen and bar prepare for a performance, and its booked tables, with names and notes. */
  'read-kitchen-list': ['clerk', 'manager'],
  /** Reads what visitors sent with forms, and records that it was answered. */
  'answer-forms': ['clerk', 'manager'],
} as const satisfies Record<string, readonly StaffRole[]>

export type CounterAction = keyof typeof counterActions
const rolesByAction: Readonly<Record<CounterAction, readonly StaffRole[]>> = counterActions

/** Whether a role may do something: the server's check, and whether the screen offers it. */
export const isStaffAllowed = (role: StaffRole, action: CounterAction): boolean => rolesByAction[action].includes(role)

/** Purpose of blocked seats: `house` for the theatre itself, `access` for people who need seats of that kind. */
export const seatBlockKinds = ['house', 'access'] as const
export type SeatBlockKind = (typeof seatBlockKinds)[number]

/** The destination of the value of returned tickets: the customer's account credit, or a refund by the means of the payment. */
export const returnDestinations = ['credit', 'origin'] as const
export type ReturnDestination = (typeof returnDestinations)[number]

/**
 * The problem of a complimentary ticket, whose price type is of kind `staff`, without the permission or without a reason;
 * undefined for any other price type.
 */
export function complimentaryProblem(
  type: Pick<PriceType, 'kind'> | undefined,
  { role, reason }: { readonly role: StaffRole; readonly reason?: string | undefined },
): Problem<'not-allowed' | 'invalid-input'> | undefined {
  if (type?.kind !== 'staff') return undefined
  if (!isStaffAllowed(role, 'give-away')) return problem('not-allowed')
  return reason ? undefined : problem('invalid-input', { fields: ['reason'] })
}

/** The amounts of a payment at the counter, in minor units. */
export type CounterPayment = {
  /** `none` where nothing is left to pay. */
  readonly way: CounterPaymentMethod | 'none'
  readonly due: number
  /** Cash received, and the change; null without cash. */
  readonly tendered: number | null
  readonly change: number | null
}

/**
 * Computes a payment at the counter.
 * @param due what vouchers, credit and exchanged tickets leave to pay
 * @param tendered cash received; the amount due where undefined
 * @returns undefined where the cash received is less than the amount due
 */
export function counterPaymentOf(due: number, way: CounterPaymentMethod, tendered: number | undefined): CounterPayment | undefined {
  const receivedAmount = tendered ?? due
  if (way === 'cash' && receivedAmount < due) return undefined
  if (due === 0) return { way: 'none', due, tendered: null, change: null }
  return way === 'cash' ? { way, due, tendered: receivedAmount, change: receivedAmount - due } : { way, due, tendered: null, change: null }
}

/** Seconds of inactivity after which a staff session ends. */
export const staffSessionIdleSeconds = 900
/** Wrong codes of the second factor after which it is locked. */
export const maxWrongCodes = 5
/** Recovery codes of a new staff user. */
export const recoveryCodeCount = 10
/** Customers that a search at the counter returns; more are the problem `too-many-responses`. */
export const maxFoundCustomers = 25
