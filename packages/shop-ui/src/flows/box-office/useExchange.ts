import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { type Money, money } from '@playhouse/domain/money'
import { soldOrderQuery } from './counter-state.ts'

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

/**
 * The value of some tickets of an order when they are returned or exchanged. An exchange counts the tickets alone; returning all
 * tickets of an order also counts what is left of its other items.
 */
export function ticketsValue({ worth, left: remaining }: SoldOrder, tickets: readonly string[], purpose: 'return' | 'exchange'): Money {
  if (purpose === 'return' && tickets.length === worth.length) return remaining
  const sum = worth.reduce((total, { ticket, value }) => (tickets.includes(ticket) ? total + value : total), 0)
  return money(Math.min(remaining, sum))
}
