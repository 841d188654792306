import type { Desk, DeskCustomer, OrderSummary } from '#contract'
import { money } from '@playhouse/domain/money'
import { placeName } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { CounterPaymentMethod, SeatHoldKind } from '@playhouse/domain/staff'
import type { MockAccount, MockColleague, MockShop, MockTicket, MockVisit } from './mock-shop.ts'
import { productionOf, readBasket } from './read-basket.ts'

/** Somebody at the counter of a mock shop: who they are, whom they serve, and the basket on the counter. */
export type MockShift = {
  readonly colleague: MockColleague
  isProved: boolean
  served: MockAccount | null
  desk: MockVisit
  done: string | null
}
/** How an order was paid at the counter, and what has gone back of it. */
export type MockSale = {
  readonly number: string
  readonly by: MockColleague
  readonly at: number
  readonly way: CounterPaymentMethod | 'none'
  readonly taken: number
  readonly other: number
  readonly tendered: number | null
  readonly change: number | null
  readonly delivery: 'print' | 'email'
  readonly exchanged: number | null
  readonly rest: { readonly amount: number; readonly to: 'credit' | 'origin' } | null
}
export type MockReservation = {
  readonly number: string
  readonly customer: string
  readonly instance: string
  readonly tickets: MockTicket[]
  readonly until: number
  isOver: boolean
}
export type MockHold = {
  readonly id: string
  readonly performance: string
  readonly kind: SeatHoldKind
  readonly reason: string
  readonly by: string
  readonly at: number
  seats: number[]
}
type Entry = {
  readonly performance: string
  readonly who: string
  readonly verb: string
  readonly seats: readonly number[]
  readonly order?: string
  readonly amount?: number
  readonly reason?: string | undefined
}
export type MockBack = {
  readonly id: string
  readonly number: string
  readonly by: MockColleague
  readonly at: number
  readonly to: 'cash' | 'card' | 'credit'
  readonly amount: number
}

/** What a mock shop keeps for its counter. */
export type MockCounter = {
  readonly shifts: Map<MockVisit, MockShift>
  /** Secrets of authenticators by e-mail address, the codes that were used, and recovery codes that weren't. */
  readonly secrets: Map<string, string>
  readonly spent: Set<string>
  readonly recovery: Map<string, Set<string>>
  readonly sales: Map<string, MockSale>
  readonly reservations: Map<string, MockReservation>
  readonly holds: MockHold[]
  readonly book: (Entry & { readonly id: string; readonly at: number })[]
  readonly backs: MockBack[]
  /** Whoever is at the counter with both factors, or why not. */
  readonly at: (visit: MockVisit) => Result<MockShift, Problem>
  readonly note: (entry: Entry) => void
  readonly read: (shift: MockShift) => Desk
}

export function createMockCounter(shop: MockShop): MockCounter {
  const shifts = new Map<MockVisit, MockShift>()
  const reservations = new Map<string, MockReservation>()
  const book: MockCounter['book'] = []
  return {
    shifts,
    reservations,
    book,
    secrets: new Map((shop.counter?.colleagues ?? []).flatMap(({ email, secret }) => (secret ? [[email, secret] as const] : []))),
    spent: new Set(),
    recovery: new Map(),
    sales: new Map(),
    holds: [],
    backs: [],
    at: (visit) => {
      const shift = shifts.get(visit)
      return shift?.isProved ? ok(shift) : fail(problem('not-allowed'))
    },
    note: (entry) => void book.unshift({ ...entry, id: crypto.randomUUID(), at: shop.now() }),
    read: ({ colleague, served, desk }) => ({
      clerk: { id: idOf(colleague), name: colleague.name, email: colleague.email, role: colleague.role },
      customer: served && customerCard(shop, reservations, served),
      basket: readBasket(shop, desk),
      ways: ['cash', 'card'],
      serverTime: new Date(shop.now()).toISOString(),
      idleSeconds: 900,
    }),
  }
}

const ids = new WeakMap<MockColleague, string>()
/** A colleague's id, the same as long as the shop is there. */
export function idOf(colleague: MockColleague): string {
  const id = ids.get(colleague) ?? crypto.randomUUID()
  ids.set(colleague, id)
  return id
}

/** An empty counter, for whoever is served. */
export function newDesk(shop: MockShop, served: MockAccount | null): MockVisit {
  return { ...shop.newVisit(), isAtCounter: true, customer: served?.customer ?? null, delivery: { method: 'collect', address: null } }
}

/** "Stalls C14". */
export function seatNames(shop: MockShop, performance: string, seats: readonly number[]): string[] {
  const { plan } = shop.house(performance)!
  return seats.map((seat) => {
    const { area, row, number } = placeName(plan, seat)
    return `${area} ${row}${number}`.trim()
  })
}

/** A customer as they are found. */
export const foundCustomer = ({ customer: { id, title, firstName, lastName, email, phone, address } }: MockAccount) => ({
  id,
  title,
  firstName,
  lastName,
  email,
  phone,
  postcode: address?.postcode ?? null,
})

function customerCard(shop: MockShop, reservations: MockCounter['reservations'], account: MockAccount): DeskCustomer {
  const orders = [...shop.payments.values()].flatMap(({ order, customer }) => (order && customer === account.customer.id ? [order] : []))
  const reserved = [...reservations.values()].filter(({ customer, isOver }) => customer === account.customer.id && !isOver)
  return {
    ...foundCustomer(account),
    memberships: (account.memberships ?? []).map((id) => shop.brand.memberships.find((one) => one.id === id)?.name ?? id),
    access: account.access ? [...account.access] : null,
    credit: money(account.credit),
    notes: orders
      .filter(({ notes }) => notes.order !== '' || notes.access !== '')
      .map(({ number, placedAt, notes }) => ({ order: number, at: placedAt, note: notes.order, accessNote: notes.access })),
    orders: [
      ...reserved.map(({ number, instance, tickets, until }) => summary(shop, instance, { number, count: tickets.length, until })),
      ...orders.toReversed().map(({ number, state, placedAt, tickets, totals }) => ({
        ...summary(shop, tickets[0]?.instance ?? shop.performances[0]!.id, { number, count: tickets.length, until: undefined }),
        state,
        placedAt,
        total: totals.total,
      })),
    ],
  }
}

function summary(
  shop: MockShop,
  performance: string,
  { number, count, until }: { readonly number: string; readonly count: number; readonly until: number | undefined },
): OrderSummary {
  const showing = shop.performance(performance)!
  return {
    number,
    state: 'reserved',
    placedAt: new Date(shop.now()).toISOString(),
    title: productionOf(shop, performance).title,
    firstAt: new Date(showing.startsAtInstant).toISOString(),
    timeZone: showing.timeZone,
    hall: showing.hall,
    count,
    total: money(0),
    ...(until !== undefined && { heldUntil: new Date(until).toISOString() }),
  }
}
