import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Basket, SoldOrder } from '@playhouse/api-client/contract'
import { type Money, money } from '@playhouse/domain/money'
import { type ApiProblem, ProblemError } from '#server-state'
import { exchangeBasketQuery, soldOrderQuery } from './counter-state.ts'

/** Tickets of a sold order that are to be exchanged. */
export type Exchange = { readonly sold: SoldOrder; readonly tickets: readonly string[] }
type ExchangeState = {
  /** Undefined without an exchange, or when it is not possible any more. */
  readonly exchange: Exchange | undefined
  /** The search part of the URL for links to other performances; empty without an exchange. */
  readonly search: string
  readonly end: () => void
}

/** The search part of the URL that carries an exchange. */
export const exchangeSearch = ({ sold, tickets }: Exchange): string =>
  `?${new URLSearchParams({ exchange: sold.order.number, tickets: tickets.join() })}`

/** The exchange that the URL names. Its tickets are returned only when the other seats are sold. */
export function useExchange(): ExchangeState {
  const [search, setSearch] = useSearchParams()
  const number = search.get('exchange') ?? ''
  const { data } = useQuery({ ...soldOrderQuery(number), enabled: number !== '' })
  const requestedTickets = (search.get('tickets') ?? '').split(',')
  const tickets = data?.order.tickets.filter(({ id }) => requestedTickets.includes(id)).map(({ id }) => id) ?? []
  const exchange = number !== '' && data?.may.exchange && tickets.length > 0 ? { sold: data, tickets } : undefined
  return {
    exchange,
    search: exchange ? exchangeSearch(exchange) : '',
    end: () => {
      if (number !== '') setSearch({}, { replace: true })
    },
  }
}

/** The basket of an exchange. `problem`: why its prices could not be read; `isLoading`: they are not known yet. */
type ExchangeBasket = {
  readonly basket: Basket
  readonly isLoading: boolean
  readonly problem: ApiProblem | undefined
  readonly retry: () => void
}

/** The counter basket as an exchange sells it. */
export function useExchangeBasket(basket: Basket, exchange: Exchange | undefined): ExchangeBasket {
  const ofVouchers = exchange?.sold.order.tickets.filter(({ id, voucher }) => voucher !== undefined && exchange.tickets.includes(id)) ?? []
  const tickets = ofVouchers.map(({ id }) => id)
  const { data, isLoading, error, refetch } = useQuery({
    ...exchangeBasketQuery(basket.version, tickets),
    enabled: tickets.length > 0 && basket.tickets.length > 0,
  })
  const problem = error instanceof ProblemError && !data ? error.problem : undefined
  return { basket: data ?? basket, isLoading, problem, retry: () => void refetch() }
}

/** The value of some tickets of an order when they are exchanged. */
export function ticketsValue({ worth, left: remaining }: SoldOrder, tickets: readonly string[]): Money {
  const sum = worth.reduce((total, { ticket, value }) => (tickets.includes(ticket) ? total + value : total), 0)
  return money(Math.min(remaining, sum))
}

/**
 * The value of some tickets and items of an order when they are returned. The last tickets are returned with the items that need
 * them; what remains last is worth all that is left of the order, such as its delivery.
 */
export function returnValue(sold: SoldOrder, tickets: readonly string[], items: readonly string[]): Money {
  const { worth, itemWorth, left: remaining } = sold
  const isLast = worth.length > 0 && tickets.length === worth.length
  const returned = itemWorth.filter(({ item, isAlone }) => (isAlone ? items.includes(item) : isLast))
  if (tickets.length === worth.length && returned.length === itemWorth.length) return remaining
  return money(
    Math.min(
      remaining,
      returned.reduce<number>((sum, { value }) => sum + value, ticketsValue(sold, tickets)),
    ),
  )
}
