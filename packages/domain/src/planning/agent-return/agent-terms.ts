import { add, type Money, money, subtract } from '../../money/money.ts'

/** What an agent keeps of a price: rounded half up for each ticket, so that a ticket that is returned takes away exactly its commission. */
export const commissionOf = (price: Money, basisPoints: number): Money => money(Math.round((price * basisPoints) / 10_000))

/** What an agent sold, what the agent keeps of it, and what the agent pays. */
export type AgentTotals = { readonly gross: Money; readonly commission: Money; readonly net: Money }

/** Adds up tickets of an agent. */
export function agentTotals(tickets: readonly { readonly price: Money; readonly basisPoints: number }[]): AgentTotals {
  const gross = add(...tickets.map(({ price }) => price))
  const commission = add(...tickets.map(({ price, basisPoints }) => commissionOf(price, basisPoints)))
  return { gross, commission, net: subtract(gross, commission) }
}

/** A ticket that a return file sold. `isReturned`: staff refunded it, and the agent owes nothing for it. */
type SoldTicket = { readonly price: Money; readonly isReturned: boolean }

/** What is owed for an order of an agent: its tickets without returned ones, and the day by which the agent pays. */
export function agentOrderTotals(tickets: readonly SoldTicket[], basisPoints: number): AgentTotals & { count: number; returned: number } {
  const kept = tickets.filter(({ isReturned }) => !isReturned)
  return { count: kept.length, returned: tickets.length - kept.length, ...agentTotals(kept.map(({ price }) => ({ price, basisPoints }))) }
}

/** The day by which an agent pays, an ISO date. @param enteredOn ISO date on which the return file was entered */
export const agentDueDay = (enteredOn: string, paymentDays: number): string =>
  Temporal.PlainDate.from(enteredOn).add({ days: paymentDays }).toString()

/** Adds up orders of an agent. */
export const agentSums = (orders: readonly AgentTotals[]): AgentTotals => ({
  gross: add(...orders.map(({ gross }) => gross)),
  commission: add(...orders.map(({ commission }) => commission)),
  net: add(...orders.map(({ net }) => net)),
})
