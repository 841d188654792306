import type { GroupBooking, ReturnedValue } from '#contract'
import { refundMeansNames } from '@playhouse/domain/counter-tender'
import {
  compareGroupBookings,
  depositPermissions,
  findDepositProblem,
  groupBookingState,
  isGroupCancellable,
  nextGroupDue,
} from '@playhouse/domain/group-booking'
import { invoiceNumber } from '@playhouse/domain/group-invoice'
import { checkGroupDates, checkGroupTerms, type CheckedGroupTerms } from '@playhouse/domain/group-terms'
import { add, money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { plainOf } from '@playhouse/domain/time'
import { afterSaleHandlers } from './after-sale.ts'
import { groupNames, orderOf, stateOf } from './group-names.ts'
import { groupSeats } from './group-seats.ts'
import type { MockCounter, MockReservation } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockVoucher } from './mock-items.ts'
import type { MockShop, MockTicket } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { productionOf } from './read-basket.ts'
import { reserveMockSeats } from './reserve-at-counter.ts'
import { balanceOf } from './voucher-money.ts'

/** Mock handlers of bookings of groups and schools. */
export function groupBookingHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['groupBookings']> {
  return {
    ...groupNames(shop, counter),
    ...groupSeats(shop, counter, (reservation) => {
      const open = openInvoiceOf(reservation)
      if (open) addCreditNote(shop, counter, reservation, open)
    }),
    list: ({ visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const bookings = [...counter.reservations.values()].flatMap((reservation) =>
        reservation.group ? [readBooking(shop, reservation, reservation.group, totalOf(shop, reservation.tickets))] : [],
      )
      return ok({ bookings: bookings.toSorted(compareGroupBookings) })
    },
    create: ({ visit, params: { instance }, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      shop.expireBasket(session.value.basket)
      const performance = shop.performance(instance)
      if (!session.value.account) return fail(problem('no-customer'))
      if (!performance) return fail(problem('instance-unavailable'))
      const { startsAtInstant: startsAt, timeZone } = performance
      const tickets = session.value.basket.tickets.filter((ticket) => ticket.performance === instance)
      if (tickets.length === 0) return fail(problem('basket-empty'))
      const group = checkGroupTerms(body, { now: shop.now(), startsAt, timeZone, total: totalOf(shop, tickets) })
      if (!group.ok) return group
      const reserved = reserveMockSeats(shop, counter, session.value, { instance, until: group.value.optionUntil, group: group.value })
      if (!reserved.ok) return reserved
      openDeposits(shop, counter.reservations.get(reserved.value)!, startsAt)
      return ok({ number: reserved.value, desk: counter.readState(session.value) })
    },
    moveDates: ({ visit, params: { number }, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const reservation = counter.reservations.get(number)
      if (!reservation?.group) return fail(problem('order-not-found'))
      const { group, isOver, until, instance } = reservation
      if (isOver || until <= shop.now()) return fail(problem('reserved-order-locked'))
      const { startsAtInstant: startsAt, timeZone } = shop.performance(instance)!
      const checked = checkGroupDates(body, { now: shop.now(), startsAt, timeZone, deposit: group.deposit, before: group })
      if (!checked.ok) return checked
      reservation.group = { ...group, ...checked.value }
      reservation.deposits!.deposits!.onChange()
      return ok({ booking: readBooking(shop, reservation, reservation.group, totalOf(shop, reservation.tickets)) })
    },
    issueInvoice: ({ visit, params: { number }, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const reservation = counter.reservations.get(number)
      if (!reservation?.group) return fail(problem('order-not-found'))
      if (reservation.isOver || reservation.until <= shop.now()) return fail(problem('reserved-order-locked'))
      if (!openInvoiceOf(reservation)) addDocument(shop, counter, reservation, null)
      if (body.isMailed) mailDocument(shop, reservation, openInvoiceOf(reservation)!.number)
      return ok({ booking: readBooking(shop, reservation, reservation.group, totalOf(shop, reservation.tickets)) })
    },
    cancelInvoice: ({ visit, params: { number } }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const reservation = counter.reservations.get(number)
      if (!reservation?.group) return fail(problem('order-not-found'))
      const open = openInvoiceOf(reservation)
      if (!open) return fail(problem('reserved-order-locked'))
      addCreditNote(shop, counter, reservation, open)
      return ok({ booking: readBooking(shop, reservation, reservation.group, totalOf(shop, reservation.tickets)) })
    },
    invoiceFile: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const found = counter.reservations.get(params.number)?.invoices?.some(({ number }) => number === params.invoice)
      return found ? ok(new TextEncoder().encode(`%PDF-1.7\n${'%'.repeat(1_000)}\n%%EOF`)) : fail(problem('order-not-found'))
    },
    cancel: ({ visit, params: { number }, body, ...call }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const { role } = session.value.staffUser
      if (body.paid > 0 && !isStaffAllowed(role, depositPermissions[body.deposit])) return fail(problem('not-allowed'))
      const reservation = counter.reservations.get(number)
      if (!reservation?.group || !reservation.deposits) return fail(problem('order-not-found'))
      const { deposits: voucher, instance, tickets } = reservation
      const paid = balanceOf(shop, voucher)
      const state = stateOf(shop, reservation)
      if (!isGroupCancellable({ reservation: state, isCancelled: reservation.cancelled !== undefined, paid }))
        return fail(problem('reserved-order-locked'))
      if (paid !== body.paid) return fail(problem('price-changed'))
      let given: ReturnedValue = noMoney
      if (body.deposit === 'keep') voucher.blockedBalance = 0
      else
        for (const { number: order, items, value } of depositsOf(shop, voucher)) {
          const request = { tickets: [], items, to: body.deposit, value, reason: body.reason }
          const returned = afterSaleHandlers(shop, counter).giveBack({ ...call, visit, params: { number: order }, body: request })
          if (!returned.ok) return fail(problem('cancel-order-failed'))
          given = addReturned(given, returned.value.given as ReturnedValue)
        }
      for (const { seat } of tickets) shop.pricedPerformanceOf(instance)!.taken.delete(seat)
      const open = openInvoiceOf(reservation)
      if (open) addCreditNote(shop, counter, reservation, open)
      reservation.isOver = true
      reservation.cancelled = { kept: body.deposit === 'keep' ? paid : 0, at: shop.now() }
      return ok({ given, booking: readBooking(shop, reservation, reservation.group, totalOf(shop, tickets)) })
    },
  }
}

const openInvoiceOf = ({ invoices = [] }: MockReservation) =>
  invoices.find(({ kind, number }) => kind === 'invoice' && !invoices.some(({ cancels }) => cancels === number))

/** Issues an invoice, or the credit note that cancels one, with the next number of the year. */
function addDocument(shop: MockShop, counter: MockCounter, reservation: MockReservation, cancels: string | null): void {
  const issuedAt = new Date(shop.now()).toISOString()
  const position = [...counter.reservations.values()].reduce((sum, { invoices = [] }) => sum + invoices.length, 1)
  const kind = cancels === null ? ('invoice' as const) : ('credit-note' as const)
  reservation.invoices = [
    ...(reservation.invoices ?? []),
    { number: invoiceNumber(issuedAt.slice(0, 4), position), kind, issuedAt, cancels, isMailed: false },
  ]
}

const totalOf = (shop: MockShop, tickets: readonly MockTicket[]) =>
  add(...tickets.map((ticket) => money(priceOfTicket(shop, ticket)!.price)))

/** Mails a document to the contact. */
function mailDocument(shop: MockShop, reservation: MockReservation, number: string): void {
  const invoices = reservation.invoices!.map((each) => (each.number === number ? { ...each, isMailed: true } : each))
  reservation.invoices = invoices
  const { kind } = invoices.find((each) => each.number === number)!
  const { email } = readBooking(shop, reservation, reservation.group!, totalOf(shop, reservation.tickets)).contact
  shop.mails.push({ to: email, text: `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}` })
}

/** Issues the credit note of an invoice. It is mailed if the invoice was. */
function addCreditNote(
  shop: MockShop,
  counter: MockCounter,
  reservation: MockReservation,
  { number, isMailed }: GroupBooking['invoices'][number],
): void {
  addDocument(shop, counter, reservation, number)
  if (isMailed) mailDocument(shop, reservation, reservation.invoices!.at(-1)!.number)
}

const moneyKeys = [...refundMeansNames, 'credit', 'purses'] as const
const noMoney = Object.fromEntries(moneyKeys.map((key) => [key, money(0)])) as ReturnedValue
const addReturned = (a: ReturnedValue, b: ReturnedValue): ReturnedValue =>
  Object.fromEntries(moneyKeys.map((key) => [key, add(a[key], b[key])])) as ReturnedValue

/** The remaining deposits of a booking, by the order that sold them. */
function depositsOf(shop: MockShop, voucher: MockVoucher) {
  const isDeposit = (id: string): boolean => shop.voucherTopUps.get(id)?.voucher === voucher
  return [...shop.payments.values()].flatMap(({ order }) => {
    const items = order?.items.filter(({ id, isReturned }) => !isReturned && isDeposit(id)) ?? []
    return order && items.length > 0
      ? [{ number: order.number, items: items.map(({ id }) => id), value: add(...items.map(({ amount }) => amount)) }]
      : []
  })
}

/** Opens the account of a booking's deposits. Once the deposit is paid, its seats are kept until the performance begins. */
function openDeposits(shop: MockShop, reservation: MockReservation, startsAt: number): void {
  const paid = (): number => balanceOf(shop, voucher)
  const voucher: MockVoucher = {
    ...{ id: crypto.randomUUID(), code: `GROUP-${reservation.number}`, blockedBalance: 0, entries: [] },
    deposits: {
      booking: reservation.number,
      group: reservation.group!.name,
      check: (amount) => {
        return findDepositProblem(
          {
            reservation: stateOf(shop, reservation),
            isOver: reservation.until <= shop.now(),
            total: totalOf(shop, reservation.tickets),
            paid: paid(),
          },
          amount,
        )
      },
      onChange: () => {
        const { deposit, optionUntil } = reservation.group!
        reservation.until = deposit > 0 && paid() >= deposit ? startsAt : optionUntil
      },
    },
  }
  shop.staffVouchers.push(voucher)
  reservation.deposits = voucher
}

function readBooking(shop: MockShop, reservation: MockReservation, group: CheckedGroupTerms, total: ReturnType<typeof add>): GroupBooking {
  const { number, tickets, until, cancelled, customer, instance } = reservation
  const { kind, name, note, optionUntil, deposit, depositDue, balanceDue } = group
  const performance = shop.performance(instance)!
  const { timeZone } = performance
  const dayOf = (at: number): string => plainOf(Temporal.Instant.fromEpochMilliseconds(at), timeZone).slice(0, 10)
  const order = orderOf(shop, reservation)
  const paid = order ? total : money(reservation.deposits ? balanceOf(shop, reservation.deposits) : 0)
  const state = groupBookingState({
    ...{ reservation: stateOf(shop, reservation), isOver: until <= shop.now(), isCancelled: cancelled !== undefined, deposit, paid },
  })
  const due = nextGroupDue({ state, optionDay: dayOf(optionUntil), depositDue, balanceDue })
  const { customer: contact } = [...shop.accounts.values()].find((account) => account.customer.id === customer)!
  const { id: event, title } = productionOf(shop, instance)
  return {
    ...{ number, kind, name, state, note, total, deposit, paid, depositDue, balanceDue, count: tickets.length },
    order: order?.number ?? null,
    kept: money(cancelled?.kept ?? 0),
    invoices: reservation.invoices ?? [],
    account: reservation.deposits!.id,
    optionUntil: new Date(optionUntil).toISOString(),
    contact: { id: contact.id, name: `${contact.firstName} ${contact.lastName}`.trim(), email: contact.email },
    performance: { instance, event, title, timeZone, startsAt: new Date(performance.startsAtInstant).toISOString() },
    due: due && { ...due, isOverdue: due.on < dayOf(shop.now()) },
  }
}
