import type { Takings } from '#contract'
import { otherTenderOf, otherTenders } from '@playhouse/domain/counter-tender'
import { leviesOf } from '@playhouse/domain/levy'
import { money } from '@playhouse/domain/money'
import { crossKindsWithDestinations } from '@playhouse/domain/refunds-by-kind'
import { crossKindsWithTenders, type TenderedSale } from '@playhouse/domain/sales-by-tender'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { plainOf } from '@playhouse/domain/time'
import { findOrder, linesOfOrder } from './counter-sale.ts'
import { idOf, type MockCounter, type MockSale } from './mock-counter.ts'
import type { MockShop, MockStaffUser } from './mock-shop.ts'
import { listPaidByLink } from './payment-links.ts'

/** Reads the sales report of a day. @param requestedDay ISO date; today where undefined */
export function readMockTakings(shop: MockShop, counter: MockCounter, staffUser: MockStaffUser, requestedDay: string | undefined): Takings {
  const dayOf = (instant: number): string => plainOf(Temporal.Instant.fromEpochMilliseconds(instant), shop.brand.timeZone).slice(0, 10)
  const today = dayOf(shop.now())
  const day = requestedDay ?? today
  const seesAll = isStaffAllowed(staffUser.role, 'read-all-takings')
  const isListed = (one: { readonly at: number; readonly by: MockStaffUser }): boolean =>
    dayOf(one.at) === day && (seesAll || one.by === staffUser)
  const sales = [...counter.sales.values()].filter(isListed)
  const refunds = counter.refunds.filter(isListed)
  const linkSales = listPaidByLink(shop, counter)
    .filter(({ by, order }) => dayOf(Date.parse(order.placedAt)) === day && (seesAll || by === staffUser.name))
    .map(({ order }): TenderedSale => {
      const { total, paid } = order.totals
      return { lines: linesOfOrder(order), tenders: { card: paid, voucher: money(total - paid) } }
    })
  const sum = (amounts: readonly number[]) => money(amounts.reduce((all, amount) => all + amount, 0))
  const people = [...new Set([...sales, ...refunds].map(({ by }) => by))]
  return {
    day,
    today,
    kinds: crossKindsWithTenders(sales.map((sale) => ({ lines: sale.lines, tenders: tendersOf(sale) }))),
    levies: leviesOf(sales.flatMap(({ number }) => (findOrder(shop, number)?.order.totals.levies ?? []).map((levy) => ({ levy })))),
    refunds: crossKindsWithDestinations(counter.returns.filter(isListed)),
    keptDeposits: [...counter.reservations].flatMap(([number, { group, cancelled }]) =>
      seesAll && group && cancelled && cancelled.kept > 0 && dayOf(cancelled.at) === day
        ? [{ number, name: group.name, amount: money(cancelled.kept) }]
        : [],
    ),
    links: { sales: linkSales.length, kinds: crossKindsWithTenders(linkSales) },
    people: people.map((by) => {
      const [ownSales, ownRefunds] = [sales.filter((one) => one.by === by), refunds.filter((one) => one.by === by)]
      const takenBy = (way: string) => sum(ownSales.filter((one) => one.way === way).map((one) => one.taken))
      const refundedTo = (to: string) => sum(ownRefunds.filter((one) => one.to === to).map(({ amount }) => amount))
      const tickets = ownSales.flatMap(({ number }) => findOrder(shop, number)?.order.tickets ?? [])
      return {
        staff: { id: idOf(by), name: by.name },
        sales: ownSales.length,
        tickets: tickets.length,
        gifts: tickets.filter(({ price }) => price === 0).length,
        items: ownSales.reduce((count, { number }) => count + (findOrder(shop, number)?.order.items.length ?? 0), 0),
        cashIn: takenBy('cash'),
        cashBack: refundedTo('cash'),
        cardIn: takenBy('card'),
        cardBack: refundedTo('card'),
        tenders: otherTenders
          .map((method) => {
            const ofMethod = ownRefunds.filter(
              ({ number, to }) => counter.sales.get(number)?.way === method && to !== 'cash' && to !== 'credit',
            )
            return { method, taken: takenBy(method), refunded: sum(ofMethod.map(({ amount }) => amount)) }
          })
          .filter(({ method, taken, refunded }) => taken + refunded > 0 || otherTenderOf(shop.brand, method) !== undefined),
        otherIn: sum(ownSales.map(({ other }) => other)),
        credited: refundedTo('credit'),
      }
    }),
  }
}

/** What paid for a sale. */
const tendersOf = ({ way, taken, other, exchanged, voucher }: MockSale): TenderedSale['tenders'] => ({
  ...(way !== 'none' && { [way]: money(taken) }),
  ...{ voucher: money(voucher), credit: money(other - voucher - (exchanged ?? 0)), exchange: money(exchanged ?? 0) },
})
