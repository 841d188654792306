import type { CounterState, CounterCustomer, Endpoint, GroupBooking, OrderSummary } from '#contract'
import { type CounterPaymentMethod, type RefundMeans, refundMeans } from '@playhouse/domain/counter-tender'
import type { CheckedGroupTerms } from '@playhouse/domain/group-terms'
import { isAccountGiftAidWording } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import { placeName } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { RecordedReturn } from '@playhouse/domain/refunds-by-kind'
import type { TenderedSale } from '@playhouse/domain/sales-by-tender'
import { isTokenAllowed, type TokenScope } from '@playhouse/domain/api-token'
import { freshFactorSeconds, permissionProblem, staffSessionIdleSeconds } from '@playhouse/domain/staff'
import type { SaleMoment } from '@playhouse/domain/sale-window'
import type { LockType } from '@playhouse/domain/seat-lock'
import { donorOf } from './account.ts'
import { heldLevels } from './membership.ts'
import type { MockVoucher } from './mock-items.ts'
import type { MockAccount, MockStaffUser, MockShop, MockTicket, MockVisit } from './mock-shop.ts'
import { summariseOrder } from './people.ts'
import { productionOf, readBasket } from './read-basket.ts'

/** A staff session: the staff user, the customer whom they serve, and the counter basket. */
export type MockStaffSession = {
  readonly staffUser: MockStaffUser
  /** The token of a program; absent in the session of a person. */
  readonly token?: Pick<MockApiToken, 'name' | 'scopes'>
  isProved: boolean
  /** When the second factor was last verified, in epoch milliseconds. */
  provedAt?: number
  /** The customer who is served; null for a walk-in. */
  account: MockAccount | null
  basket: MockVisit
  lastOrder: string | null
}
/** A sale at the counter. Amounts in minor units; `taken` was paid by `way`, `other` by vouchers, credit and exchanged tickets. */
export type MockSale = {
  readonly number: string
  readonly by: MockStaffUser
  readonly at: number
  readonly way: CounterPaymentMethod | 'none'
  readonly reference: string | null
  readonly taken: number
  readonly other: number
  /** The part of `other` that gift vouchers paid. */
  readonly voucher: number
  /** What was sold; later returns do not change it. */
  readonly lines: TenderedSale['lines']
  readonly tendered: number | null
  readonly change: number | null
  readonly delivery: 'print' | 'email'
  readonly exchanged: number | null
  readonly rest: { readonly amount: number; readonly to: 'credit' | 'origin' } | null
}
/** An order reserved at the counter. `until` in epoch milliseconds. */
export type MockReservation = {
  readonly number: string
  readonly customer: string
  readonly instance: string
  readonly tickets: MockTicket[]
  until: number
  isOver: boolean
  /** What the group has paid. */
  deposits?: MockVoucher
  /** The terms of a group or school. */
  group?: CheckedGroupTerms
  /** The version of the names of its people, and who changed them last. */
  names?: { readonly version: number; readonly by: string; readonly isByStaff: boolean }
  /** Its invoices and credit notes. */
  invoices?: GroupBooking['invoices']
  /** Set where the group booking was cancelled, with what was kept of its deposits in minor units, and the moment. */
  cancelled?: { readonly kept: number; readonly at: number }
  /** The basket that it was moved into. */
  basket?: MockVisit
}
/** Blocked seats: plan indices, with the staff user and the reason. */
export type MockHold = {
  readonly id: string
  readonly performance: string
  readonly kind: LockType
  /** The short name of the agent who sells them; absent for locks of other types. */
  readonly agent?: string | undefined
  /** When its seats go on sale, and the instant that this is in epoch milliseconds; null for never. */
  readonly release: SaleMoment | null
  readonly releaseAt: number | null
  readonly reason: string
  readonly by: string
  readonly at: number
  seats: number[]
}
type AuditEntry = {
  readonly performance: string
  readonly who: string
  readonly verb: string
  readonly seats: readonly number[]
  readonly order?: string
  readonly amount?: number
  readonly reason?: string | undefined
}
/** A refund or returned credit of an order. `amount` in minor units. */
export type MockRefund = {
  readonly id: string
  readonly number: string
  readonly by: MockStaffUser
  readonly at: number
  readonly to: RefundMeans | 'credit'
  readonly amount: number
  /** `failed`: the payment provider refused it, or the theatre's office makes it; staff resolve it. */
  state: 'made' | 'failed'
  failures: number
  /** The means by which staff paid it; null for an automatic refund. */
  byHand: string | null
}

/** What a staff user returned, by kind and destination. */
export type MockReturn = RecordedReturn & { readonly by: MockStaffUser; readonly at: number }

/** A refund as the payment provider answers at once: made, or refused. */
export const sendMockRefund = (
  refund: Omit<MockRefund, 'id' | 'state' | 'failures' | 'byHand'>,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): MockRefund => ({
  ...refund,
  id: crypto.randomUUID(),
  state: isRefused || (refund.to !== 'credit' && refundMeans[refund.to] === 'office') ? 'failed' : 'made',
  failures: isRefused ? 1 : 0,
  byHand: null,
})

/** A link by which a customer pays for a counter basket. Instants in epoch milliseconds, `amount` in minor units. */
export type MockPaymentLink = {
  readonly id: string
  token: string
  readonly basket: MockVisit
  readonly account: MockAccount
  readonly by: string
  readonly at: number
  readonly until: number
  readonly amount: number
  readonly tickets: readonly MockTicket[]
  readonly items: number
  isCancelled: boolean
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
/** An API token. Instants in epoch milliseconds. */
export type MockApiToken = {
  readonly id: string
  readonly secret: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly owner: MockStaffUser
  /** The visit of its calls. */
  readonly visit: MockVisit
  readonly createdAt: number
  readonly expiresAt: number
  lastUsedAt: number | null
  isRevoked: boolean
}

/** State of the counter of a mock shop. */
export type MockCounter = {
  readonly staffSessions: Map<MockVisit, MockStaffSession>
  /** TOTP secrets by e-mail address, used codes, and unused recovery codes by e-mail address. */
  readonly secrets: Map<string, string>
  readonly usedCodes: Set<string>
  readonly recoveryCodes: Map<string, Set<string>>
  readonly sales: Map<string, MockSale>
  readonly reservations: Map<string, MockReservation>
  readonly holds: MockHold[]
  readonly auditLog: (AuditEntry & { readonly id: string; readonly at: number })[]
  readonly refunds: MockRefund[]
  readonly returns: MockReturn[]
  readonly paymentLinks: MockPaymentLink[]
  /** The staff users, also those who were dismissed. */
  readonly staffUsers: Writable<MockStaffUser>[]
  readonly tokens: MockApiToken[]
  /** The staff session of a visit that passed both factors; else the problem `not-allowed`. */
  readonly signedIn: (visit: MockVisit) => Result<MockStaffSession, Problem>
  /** The problem of a call of staff: no session with both factors, no permission, or a second factor that is not fresh. */
  readonly permissionProblem: (visit: MockVisit, endpoint: Pick<Endpoint, 'permission'>) => Problem | undefined
  readonly record: (entry: AuditEntry) => void
  readonly readState: (session: MockStaffSession) => CounterState
}

/** The methods of payment of the mock counter, which has a card terminal. */
export const mockPaymentMethods = ({ brand }: MockShop): CounterPaymentMethod[] => [
  'cash',
  'card',
  ...(brand.counterTenders ?? []).map(({ method }) => method),
]

/** Creates the state of the counter of a mock shop. */
export function createMockCounter(shop: MockShop): MockCounter {
  const staffSessions = new Map<MockVisit, MockStaffSession>()
  const reservations = new Map<string, MockReservation>()
  const auditLog: MockCounter['auditLog'] = []
  return {
    staffSessions,
    reservations,
    auditLog,
    secrets: new Map((shop.counter?.colleagues ?? []).flatMap(({ email, secret }) => (secret ? [[email, secret] as const] : []))),
    usedCodes: new Set(),
    recoveryCodes: new Map(),
    sales: new Map(),
    holds: [],
    refunds: [],
    returns: [],
    paymentLinks: [],
    staffUsers: (shop.counter?.colleagues ?? []).map((colleague) => ({ ...colleague })),
    tokens: [],
    signedIn: (visit) => {
      const session = staffSessions.get(visit)
      return session?.isProved ? ok(session) : fail(problem('not-allowed'))
    },
    permissionProblem: (visit, { permission }) => {
      const session = staffSessions.get(visit)
      if (!session?.isProved || permission === undefined) return problem('not-allowed')
      const { token, staffUser } = session
      if (token) return isTokenAllowed(token.scopes, staffUser.role, permission) ? undefined : problem('not-allowed')
      const isFactorFresh = (session.provedAt ?? 0) > shop.now() - freshFactorSeconds * 1_000
      return permissionProblem(staffUser.role, permission, isFactorFresh)
    },
    record: (entry) => void auditLog.unshift({ ...entry, id: crypto.randomUUID(), at: shop.now() }),
    readState: ({ staffUser, account, basket }) => ({
      clerk: { id: idOf(staffUser), name: staffUser.name, email: staffUser.email, role: staffUser.role },
      customer: account && counterCustomerOf(shop, reservations, account),
      basket: readBasket(shop, basket),
      ways: mockPaymentMethods(shop),
      serverTime: new Date(shop.now()).toISOString(),
      idleSeconds: staffSessionIdleSeconds,
    }),
  }
}

/** The name under which the changes of a call are recorded: the staff user, and the token of a program. */
export function changerName({ staffSessions }: Pick<MockCounter, 'staffSessions'>, visit: MockVisit): string {
  const { staffUser, token } = staffSessions.get(visit)!
  return token ? `${staffUser.name} · ${token.name}` : staffUser.name
}

const ids = new WeakMap<MockStaffUser, string>()
/** The UUID of a staff user, stable for the lifetime of the mock shop. */
export function idOf(staffUser: MockStaffUser): string {
  const id = ids.get(staffUser) ?? crypto.randomUUID()
  ids.set(staffUser, id)
  return id
}

/** A new counter basket for a customer; null for a walk-in. */
export function newCounterBasket(shop: MockShop, account: MockAccount | null): MockVisit {
  return { ...shop.newVisit(), isAtCounter: true, customer: account?.customer ?? null, delivery: { method: 'collect', address: null } }
}

/** Names of seats such as "Stalls C14". */
export function seatNames(shop: MockShop, performance: string, seats: readonly number[]): string[] {
  const { plan } = shop.pricedPerformanceOf(performance)!
  return seats.map((seat) => {
    const { area, row, number } = placeName(plan, seat)
    return `${area} ${row}${number}`.trim()
  })
}

/** A customer in the reply of a search. */
export const customerResult = ({ customer: { id, title, firstName, lastName, email, phone, address } }: MockAccount) => ({
  id,
  title,
  firstName,
  lastName,
  email,
  phone,
  postcode: address?.postcode ?? null,
})

function counterCustomerOf(shop: MockShop, reservations: MockCounter['reservations'], account: MockAccount): CounterCustomer {
  const orders = [...shop.payments.values()].flatMap(({ order, customer }) => (order && customer === account.customer.id ? [order] : []))
  const openReservations = [...reservations.values()].filter(({ customer, isOver }) => customer === account.customer.id && !isOver)
  return {
    ...customerResult(account),
    memberships: heldLevels(shop, account).map((id) => shop.brand.memberships.find((membership) => membership.id === id)?.name ?? id),
    access: account.access ? [...account.access] : null,
    credit: money(account.credit),
    notes: orders
      .filter(({ notes }) => Object.values(notes).some((note) => note !== ''))
      .map(({ number, placedAt, notes: { order, access, dietary = '' } }) => ({
        ...{ order: number, at: placedAt },
        ...{ note: order, accessNote: access, dietaryNote: dietary },
      })),
    orders: [
      ...openReservations.map((reservation) => summariseReservation(shop, reservation)),
      ...orders.toReversed().map((order) => summariseOrder(shop, order)),
    ],
    giftAid: shop.brand.features.giftAid ? readGiftAid(shop, account) : null,
  }
}

function readGiftAid(shop: MockShop, account: MockAccount): CounterCustomer['giftAid'] {
  const { isDeclared = false, wording = null, saidAt = null, method = null, recordedBy = null } = account.giftAid ?? {}
  return {
    ...{ isDeclared, saidAt, method, recordedBy },
    wording: wording !== null && isAccountGiftAidWording(wording) ? wording : null,
    homeAddress: donorOf(shop, account)?.address ?? null,
  }
}

function summariseReservation(shop: MockShop, { number, instance: performance, tickets, until }: MockReservation): OrderSummary {
  const mockPerformance = shop.performance(performance)!
  return {
    number,
    state: 'reserved',
    placedAt: new Date(shop.now()).toISOString(),
    title: productionOf(shop, performance).title,
    firstAt: new Date(mockPerformance.startsAtInstant).toISOString(),
    timeZone: mockPerformance.timeZone,
    hall: mockPerformance.hall,
    count: tickets.length,
    items: [],
    total: money(0),
    credited: money(0),
    heldUntil: new Date(until).toISOString(),
  }
}
