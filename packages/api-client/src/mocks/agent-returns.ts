import {
  agentDueDay,
  agentOrderTotals,
  type AgentSale,
  type AgentSeatState,
  checkAgentReturn,
  enteredKey,
  groupAgentSales,
  readAgentReturn,
  type ReturnPerformance,
  seatLabels,
  summaryOfReturn,
} from '@playhouse/domain/agent-return'
import { typeOf } from '@playhouse/domain/plan'
import { byFit } from '@playhouse/domain/price-type'
import { bands, priceOf } from '@playhouse/domain/pricing'
import type { Problem } from '@playhouse/domain/problem'
import { ok, type Result } from '@playhouse/domain/result'
import { plainOf } from '@playhouse/domain/time'
import type { AgentSaleOrder, BodyOf, QueryOf, ReplyOf } from '#contract'
import { payMock } from './checkout.ts'
import { findOrder, linesOfOrder } from './counter-sale.ts'
import { type MockCounter, newCounterBasket } from './mock-counter.ts'
import type { MockStaffUser } from './mock-account.ts'
import type { Contract } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import { closest, readSentSheets } from './sent-sheets.ts'

/** A ticket that an agent sold, with the number of its order here and the agent's commission at that time. */
export type MockAgentTicket = {
  readonly agent: string
  readonly performance: string
  readonly seat: number
  readonly reference: string
  readonly order: string
  readonly basisPoints: number
  /** Milliseconds. */
  readonly enteredAt: number
}
type Entry = {
  readonly agent: string
  readonly basisPoints: number
  readonly by: MockStaffUser
  readonly file: BodyOf<Contract['agents']['enterReturn']>['file']
  readonly isPreview: boolean
}

/** Sells the seats of a return file. The mock has no releases of locks. */
export function enterMockReturn(
  shop: MockShop,
  counter: MockCounter,
  entered: MockAgentTicket[],
  { agent, basisPoints, by, file, isPreview }: Entry,
): Result<ReplyOf<Contract['agents']['enterReturn']>, Problem<'spreadsheet-refused'>> {
  const sheets = readSentSheets([file])
  if (!sheets.ok) return sheets
  const read = readAgentReturn(sheets.value, closest)
  const own = entered.filter((ticket) => ticket.agent === agent)
  const keys = shop.performances.map(({ id }) => id)
  const named = new Set(read.rows.map(({ thing }) => thing.performance))
  const known = {
    keys,
    performances: new Map(keys.filter((id) => named.has(id)).map((id) => [id, readPlaces(shop, counter, agent, id)])),
    entered: new Set(own.map(({ performance, seat, reference }) => enteredKey(performance, seat, reference))),
  }
  const checked = checkAgentReturn(read, known, closest)
  const summary = summaryOfReturn(checked, { basisPoints, isPreview })
  if (summary.isEntered)
    for (const sales of groupAgentSales(checked.sales)) {
      const order = sellMockSeats(shop, counter, { agent, by }, sales)
      const [sold, enteredAt] = [{ agent, order, basisPoints }, shop.now()]
      entered.push(...sales.map(({ performance, seat, reference }) => ({ ...sold, performance, seat, reference, enteredAt })))
    }
  return ok(summary)
}

function readPlaces(shop: MockShop, counter: MockCounter, agent: string, id: string): ReturnPerformance {
  const { plan, list, bandOf, taken } = shop.pricedPerformanceOf(id)!
  const locked = new Set(counter.holds.filter((hold) => hold.performance === id && hold.agent === agent).flatMap(({ seats }) => seats))
  const types = list.priceTypes.filter(({ kind }) => kind !== 'staff')
  return {
    isCancelled: shop.performance(id)!.sale === 'cancelled',
    labels: seatLabels(plan),
    stateOf: (seat): AgentSeatState => (locked.has(seat) ? 'locked' : taken.get(seat) === 'sold' ? 'sold' : 'other'),
    pricesOf: (seat) =>
      byFit(typeOf(plan, seat), types).flatMap(({ id: type, name }) => {
        const price = priceOf(list, bands[bandOf[seat]!]!, type)
        return price ? [{ id: type, name, ...price }] : []
      }),
  }
}

/** Makes an order of seats of an agent, and ends their locks. @returns its number */
function sellMockSeats(
  shop: MockShop,
  counter: MockCounter,
  { agent, by }: Pick<Entry, 'agent' | 'by'>,
  sales: readonly AgentSale[],
): string {
  const { performance, reference, buyer } = sales[0]!
  const basket = newCounterBasket(shop, null)
  basket.tickets = sales.map(({ seat, price }) => ({ id: crypto.randomUUID(), performance, seat, priceType: price.id }))
  basket.notes = { ...basket.notes, order: [buyer, reference].filter((part) => part !== '').join(', ') }
  const seats = sales.map(({ seat }) => seat)
  for (const hold of counter.holds) if (hold.performance === performance) hold.seats = hold.seats.filter((seat) => !seats.includes(seat))
  const id = crypto.randomUUID()
  shop.payments.set(id, { id, visit: basket, state: 'redirected', order: null, customer: `agent ${agent}` })
  payMock(shop, id)
  const order = shop.payments.get(id)!.order!
  const { total } = order.totals
  counter.sales.set(order.number, {
    ...{ number: order.number, by, at: shop.now(), way: total > 0 ? 'invoice' : 'none', reference: reference || null, taken: total },
    ...{ other: 0, voucher: 0, lines: linesOfOrder(order), tendered: null, change: null, delivery: 'print', exchanged: null, rest: null },
  })
  counter.record({ performance, who: by.name, verb: 'sell', seats, order: order.number, amount: total })
  return order.number
}

/** Lists the orders of an agent, of return files that were entered on these days, the newest first. */
export function listMockAgentSales(
  shop: MockShop,
  entered: readonly MockAgentTicket[],
  {
    agent,
    paymentDays,
    performanceOf,
  }: {
    readonly agent: string
    readonly paymentDays: number
    readonly performanceOf: (instance: string) => AgentSaleOrder['performance']
  },
  { from = '', until = '9999' }: QueryOf<Contract['agents']['sales']>,
): AgentSaleOrder[] {
  const own = Map.groupBy(
    entered.filter((ticket) => ticket.agent === agent),
    ({ order }) => order,
  )
  return [...own]
    .toReversed()
    .map(([number, sold]) => {
      const { reference, basisPoints, enteredAt, performance } = sold[0]!
      const { tickets, returnedTickets } = findOrder(shop, number)!.order
      const { instance, title, startsAt, timeZone } = performanceOf(performance)
      const enteredOn = plainOf(Temporal.Instant.fromEpochMilliseconds(enteredAt), shop.brand.timeZone).slice(0, 10)
      const all = [
        tickets.map(({ price }) => ({ price, isReturned: false })),
        returnedTickets.map(({ price }) => ({ price, isReturned: true })),
      ]
      return {
        ...{ order: number, reference, enteredOn, dueOn: agentDueDay(enteredOn, paymentDays) },
        performance: { instance, title, startsAt, timeZone },
        ...agentOrderTotals(all.flat(), basisPoints),
      }
    })
    .filter(({ enteredOn }) => enteredOn >= from && enteredOn <= until)
}
