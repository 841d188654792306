import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { type Money, money } from '@playhouse/domain/money'
import { soldOrderQuery } from './counter-state.ts'

export type Exchange = { readonly sold: SoldOrder; readonly tickets: readonly string[] }
type ExchangeState = {
  /** What is exchanged; undefined where nothing is, or it can't be any more. */
  readonly exchange: Exchange | undefined
  /** Goes into the address of whichever evening the other seats are of; empty where nothing is exchanged. */
  readonly search: string
  readonly end: () => void
}

/** The address of an exchange, behind that of any evening. */
export const exchangeSearch = ({ sold, tickets }: Exchange): string =>
  `?${new URLSearchParams({ exchange: sold.order.number, tickets: tickets.join() })}`

/** What is exchanged while other seats are sold. It stands in the address alone: nothing is given back before they are. */
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

/** What some tickets of an order are worth when they go back. @param how an exchange gives back no more than the tickets. */
export function ticketsValue({ worth, left }: SoldOrder, tickets: readonly string[], how: 'return' | 'exchange'): Money {
  if (how === 'return' && tickets.length === worth.length) return left
  const sum = worth.reduce((total, { ticket, value }) => (tickets.includes(ticket) ? total + value : total), 0)
  return money(Math.min(left, sum))
}
