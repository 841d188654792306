import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Basket } from '@playhouse/api-client/contract'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { useDrafts } from '#client-state'
import { type ApiProblem, pricesQuery, ProblemError, useAddItem, useAddTickets, useBasket } from '#server-state'

const draftName = 'price-types'
const seatKey = (instance: string, seat: string): string => `${instance} ${seat}`

/** Stores the price type of each held seat in the drafts: an expired basket does not contain it any more. */
export function useRememberPriceTypes(): void {
  const { tickets } = useBasket()
  useEffect(() => {
    if (tickets.length === 0) return
    useDrafts
      .getState()
      .saveForm(draftName, Object.fromEntries(tickets.map((ticket) => [seatKey(ticket.instance, ticket.seat), ticket.priceType])))
  }, [tickets])
}

type LapsedHolds = Pick<Basket, 'lapsed' | 'lapsedItems'>

/** Holds the seats of a lapsed basket again, one performance after the other, then the items. Returns the first problem. */
export function useHoldAgain(): (lapsedHolds: LapsedHolds) => Promise<Result<undefined, ApiProblem>> {
  const queries = useQueryClient()
  const add = useAddTickets()
  const addItem = useAddItem()

  return async ({ lapsed, lapsedItems }) => {
    const savedForm = useDrafts.getState().forms[draftName] ?? {}
    for (const { instance, seats } of lapsed) {
      const needsDefault = seats.some((seat) => typeof savedForm[seatKey(instance, seat)] !== 'string')
      const defaultPriceType = needsDefault ? await loadDefaultPriceType(instance) : ok('')
      if (!defaultPriceType.ok) return defaultPriceType
      const result = await add.mutateAsync({
        body: {
          instance,
          seats: seats.map((seat) => ({ seat, priceType: String(savedForm[seatKey(instance, seat)] ?? defaultPriceType.value) })),
        },
      })
      if (!result.ok) return result
    }
    for (const { product, variant, quantity } of lapsedItems) {
      const result = await addItem.mutateAsync({ body: { kind: 'product', product, variant, quantity } })
      if (!result.ok) return result
    }
    return ok(undefined)
  }

  async function loadDefaultPriceType(instance: string): Promise<Result<string, ApiProblem>> {
    try {
      const { priceTypes } = await queries.fetchQuery(pricesQuery(instance))
      return ok(priceTypes[0]?.id ?? '')
    } catch (error) {
      if (error instanceof ProblemError) return fail(error.problem)
      throw error
    }
  }
}
