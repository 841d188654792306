import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { type Money, money } from '@playhouse/domain/money'
import { soldOrderQuery } from './desk.ts'

type Exchanging = {
  /** The order that tickets are exchanged of; undefined where none are, or its evening is another. */
  readonly sold: SoldOrder | undefined
  readonly tickets: readonly string[]
  readonly end: () => void
}

/** What is exchanged while other seats are sold. It stands in the address alone: nothing is given back before they are. */
export function useExchange(instance: string): Exchanging {
  const [search, setSearch] = useSearchParams()
  const number = search.get('exchange') ?? ''
  const { data } = useQuery({ ...soldOrderQuery(number), enabled: number !== '' })
  const asked = (search.get('tickets') ?? '').split(',')
  const tickets =
    data?.order.tickets.filter((ticket) => asked.includes(ticket.id) && ticket.instance === instance).map(({ id }) => id) ?? []
  return {
    sold: number !== '' && data?.may.exchange && tickets.length > 0 ? data : undefined,
    tickets,
    end: () => {
      if (number !== '') setSearch({}, { replace: true })
    },
  }
}

/** What some tickets of an order are worth when they go back. @param how an exchange gives back no more than the tickets. */
export function worthOf({ worth, left }: SoldOrder, tickets: readonly string[], how: 'return' | 'exchange'): Money {
  if (how === 'return' && tickets.length === worth.length) return left
  const sum = worth.reduce((total, { ticket, value }) => (tickets.includes(ticket) ? total + value : total), 0)
  return money(Math.min(left, sum))
}
