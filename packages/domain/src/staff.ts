import type { CounterPaymentMethod } from './payment/counter-tender.ts'
import type { PriceType } from './pricing/pricing.ts'
import { type Problem, problem } from './problem.ts'

/** Roles of staff users; `staffPermissions` is what each may do. */
export const staffRoles = ['clerk', 'manager', 'programmer', 'finance', 'marketing', 'front-of-house', 'administrator'] as const
export type StaffRole = (typeof staffRoles)[number]
/** Whether a text names a role. */
export const isStaffRole = (text: string | undefined): text is StaffRole => staffRoles.some((role) => role === text)

const sellers = ['clerk', 'manager', 'administrator'] as const
const managers = ['manager', 'administrator'] as const
const programmers = ['programmer', 'administrator'] as const

/**
 * The permissions of staff users, and the roles that have each. The contract names the permission of every staff endpoint. An
 * administrator has all of them, because in a small theatre one person does everything.
 */
export const staffPermissions = {
  /** Signs in, and reads and ends the own session. */
  'sign-in': staffRoles,
  /** Reads performances with their seats, prices and blocked seats. */
  'read-performances': staffRoles,
  sell: sellers,
  reserve: sellers,
  /** Searches and registers customers, and sells for them. */
  'serve-customers': sellers,
  'read-orders': ['clerk', 'manager', 'finance', 'administrator'],
  /** Prints or mails the tickets and the receipt of an order again. */
  reprint: sellers,
  exchange: sellers,
  'return-to-credit': sellers,
  'give-away': managers,
  'keep-off-sale': managers,
  'read-book': managers,
  /** Pays money out: to the card, or in cash. */
  'return-money': managers,
  /** Keeps what was paid for the booking of a group that is cancelled. */
  'keep-deposits': managers,
  /** Retries a failed refund, or records that it was paid by other means. */
  'settle-refunds': ['manager', 'finance', 'administrator'],
  /** Returns tickets of a performance that has begun or ended. */
  'return-late': managers,
  /** Returns a membership while tickets at its members' price stay valid. */
  'leave-member-prices': managers,
  /** Reads the sales report: the own sales, or all with `read-all-takings`. */
  'read-takings': ['clerk', 'manager', 'finance', 'administrator'],
  'read-all-takings': ['manager', 'finance', 'administrator'],
  'read-vouchers': ['clerk', 'manager', 'finance', 'administrator'],
  /** Stops a gift voucher from being spent. */
  'block-voucher': sellers,
  'unblock-voucher': managers,
  /** Replaces the code of a lost gift voucher. */
  'reissue-voucher': sellers,
  /** Sells money onto a gift voucher that exists. */
  'top-up-voucher': sellers,
  /** Prints the letters with gift vouchers, and records that they were sent. */
  'post-voucher': sellers,
  /** Records a customer's Gift Aid declaration, or its withdrawal. */
  'declare-gift-aid': sellers,
  /** Mails a customer a link to pay, sends it again, cancels it, or takes the payment at the counter instead. */
  'payment-link': sellers,
  /** Reads what kitchen and bar prepare for a performance, and its booked tables, with names and notes. */
  'read-kitchen-list': ['clerk', 'manager', 'front-of-house', 'administrator'],
  /** Reads what visitors sent with forms, and records that it was answered. */
  'answer-forms': sellers,
  /** Reads productions and performances that are not published yet, and their changes. */
  'read-programme': ['manager', 'programmer', 'finance', 'marketing', 'administrator'],
  /** Creates and changes productions, performances and performance types. */
  'edit-programme': programmers,
  /** Imports a programme file, which can change prices and publish productions. */
  'import-programme': programmers,
  /** Adds halls, and plans to them. */
  'edit-plans': programmers,
  /** Changes the prices of a price list. */
  'edit-prices': programmers,
  /** Keeps seats of performances off sale, or ends that: programmers before the sale begins, managers while they sell. */
  'lock-seats': ['manager', 'programmer', 'administrator'],
  /** Turns the seats that an agent reports as sold into orders on account. */
  'enter-agent-sales': ['manager', 'finance', 'administrator'],
  /** Counts pieces of products: a delivery, a breakage. */
  'change-stock': ['manager', 'programmer', 'administrator'],
  /** Changes records of the catalogue, such as levels of membership. Each kind names a second permission. */
  'edit-catalogue': ['manager', 'programmer', 'administrator'],
  /** Creates, changes and ends offers and their promo codes, which change what visitors pay. */
  'edit-offers': programmers,
  /** Changes when the performances of a production are on sale, and to whom. */
  'edit-sale-windows': programmers,
  /** Reads the cards of the access scheme, with names and needs of people. */
  'read-access-cards': managers,
  /** Adds, changes and withdraws cards of the access scheme. */
  'edit-access-cards': managers,
  /** Sees the shop at another moment and as another person, with drafts as if they were published. */
  'preview-shop': ['manager', 'programmer', 'marketing', 'administrator'],
  /** Publishes a production, or withdraws it. */
  'publish-programme': programmers,
  /** Undoes changes of the programme, also those of other staff users. */
  'undo-changes': programmers,
  /** Lists the staff accounts and the API tokens. */
  'read-staff': ['administrator'],
  /** Adds, changes, resets and dismisses staff accounts; creates and revokes API tokens. */
  'manage-staff': ['administrator'],
  /** Brings customers, what the theatre owes them, and sold seats from its former system, or checks files for that. */
  'move-in': ['administrator'],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffPermission = keyof typeof staffPermissions
const rolesByPermission: Readonly<Record<StaffPermission, readonly StaffRole[]>> = staffPermissions

/** Whether a role has a permission: the server's check, and whether the screen offers it. */
export const isStaffAllowed = (role: StaffRole, permission: StaffPermission): boolean => rolesByPermission[permission].includes(role)

/** Permissions that need a second factor from the last {@link freshFactorSeconds}: what they change, all visitors see at once, or is money of customers. */
export const freshFactorPermissions: readonly StaffPermission[] = [
  'edit-catalogue',
  'edit-prices',
  'edit-offers',
  'edit-sale-windows',
  'edit-access-cards',
  'import-programme',
  'publish-programme',
  'undo-changes',
  'manage-staff',
  'move-in',
]
/** Seconds for which a verified second factor counts as fresh. */
export const freshFactorSeconds = 900

/**
 * The problem of a call that needs a permission; undefined where the staff user may make it.
 * @param isFactorFresh whether the second factor was verified in the last {@link freshFactorSeconds}
 */
export function permissionProblem(
  role: StaffRole,
  permission: StaffPermission,
  isFactorFresh: boolean,
): Problem<'not-allowed' | 'second-factor-required'> | undefined {
  if (!isStaffAllowed(role, permission)) return problem('not-allowed')
  return freshFactorPermissions.includes(permission) && !isFactorFresh ? problem('second-factor-required') : undefined
}

/** States of a staff account. `locked`: too many wrong passwords; a reset unlocks it, and brings a dismissed account back. */
export const staffAccountStates = ['active', 'locked', 'dismissed'] as const
export type StaffAccountState = (typeof staffAccountStates)[number]

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
/** Customers that a search at the counter returns, and orders of guests; more are the problem `too-many-responses`. */
export const maxFoundCustomers = 25

/** Minimum digits of a telephone number in a search at the counter. */
const minPhoneDigits = 5

/** The digits of a search text that is a telephone number; undefined for another one. */
export function phoneDigitsIn(searchText: string): string | undefined {
  const digits = searchText.replaceAll(/\D/g, '')
  return /^[\d\s()+./-]+$/.test(searchText) && digits.length >= minPhoneDigits ? digits : undefined
}

/** Whether a search text is an e-mail address or a telephone number: of more orders of guests than are returned, it finds the newest. */
export const findsByContact = (searchText: string): boolean => searchText.includes('@') || phoneDigitsIn(searchText) !== undefined
