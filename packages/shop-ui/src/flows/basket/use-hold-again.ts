import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Basket, ItemToAdd } from '@playhouse/api-client/contract'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import { useDrafts } from '#client-state'
import { type ApiMutation, useApiMutation } from '#mutation'
import { foodPathOf } from '@playhouse/domain/food-path'
import { productPathOf } from '@playhouse/domain/product-path'
import {
  type ApiProblem,
  basketQuery,
  pricesQuery,
  ProblemError,
  refreshBasket,
  useAddItem,
  useAddTickets,
  useBasket,
  useDismissLapsed,
  useHoldPackage,
} from '#server-state'
import type { HeldPackage } from './held-packages.ts'

const draftName = 'price-types'
/** Draft of the packages of the last basket with tickets. */
const packagesDraft = 'held-packages'
/** Few baskets have packages. */
const loadPackages = () => import('./held-packages.ts')
const seatKey = (instance: string, seat: string): string => `${instance} ${seat}`

/** Stores the packages and the price type of each held seat in the drafts: an expired basket does not contain them any more. */
export function useRememberTickets(): void {
  const { tickets, packages } = useBasket()
  useEffect(() => {
    if (tickets.length === 0) return
    const { forms, saveForm } = useDrafts.getState()
    const held = Object.fromEntries(tickets.map((ticket) => [seatKey(ticket.instance, ticket.seat), ticket.priceType]))
    // Seats that are not held any more keep theirs: a part of a lapsed basket may be held again later.
    saveForm(draftName, { ...forms[draftName], ...held })
    if (packages) void loadPackages().then(({ heldPackagesOf }) => saveForm(packagesDraft, heldPackagesOf({ packages, tickets })))
    else if (forms[packagesDraft]) saveForm(packagesDraft, {})
  }, [tickets, packages])
}

/** `problem`: why it could not be held again; absent before an attempt. */
type Refusal = { readonly problem?: ApiProblem }
/** Seats and pieces that a basket held. */
export type LapsedHolds = {
  readonly lapsed: readonly (Basket['lapsed'][number] & Refusal)[]
  readonly lapsedItems: readonly (Basket['lapsedItems'][number] & Refusal)[]
}
const none: LapsedHolds = { lapsed: [], lapsedItems: [] }
const isNone = ({ lapsed, lapsedItems }: LapsedHolds): boolean => lapsed.length + lapsedItems.length === 0
const keyOf = ({ lapsed, lapsedItems }: LapsedHolds): string => JSON.stringify([lapsed, lapsedItems])

/** The message after all of it is held again. */
const messageOf = ({ lapsed, lapsedItems }: LapsedHolds) =>
  lapsedItems.length === 0 ? 'said.heldAgain' : lapsed.length === 0 ? 'said.itemsHeldAgain' : 'said.allHeldAgain'

/** Where a visitor starts again: the page of the first performance or product that lapsed. */
export function restartPath({ lapsed: [seats], lapsedItems: [item] }: LapsedHolds): string {
  if (seats) return `/events/${seats.event}`
  if (!item) return '/'
  if ('food' in item) return foodPathOf(item.event, item.food.instance)
  return 'table' in item ? `/events/${item.event}/${item.table.instance}` : productPathOf(item)
}

type Attempt = {
  readonly holds: LapsedHolds
  /** Absent during the attempt. */
  readonly outcome?: HoldAgain['outcome']
  /** Key of what the basket named as lapsed after the attempt. */
  readonly lapsedAfter?: string
}

export type HoldAgain = {
  /** What lapsed; after an attempt what is still lost, each with its problem. Doesn't change during an attempt, though the basket does. */
  readonly holds: LapsedHolds
  readonly hasHolds: boolean
  /** Outcome of the last attempt, or that the visitor closed the notice; undefined during an attempt. */
  readonly outcome: 'held' | 'lost' | 'dismissed' | undefined
  readonly isPending: boolean
  /** Tries to hold all of it again, and announces the outcome. @param onHeld called if nothing is lost */
  readonly tryAgain: (onHeld?: () => void) => Promise<void>
  /** Closes the notice of what lapsed; the server stores it. */
  readonly dismiss: () => Promise<void>
  readonly dismissal: Pick<ApiMutation, 'isPending' | 'problem'>
}

/** What lapsed with the basket's hold, and the attempts to hold it again. */
export function useHoldAgain(): HoldAgain {
  const t = useWords('basket')
  const queries = useQueryClient()
  const basket = useBasket()
  const holdEach = useHoldEach()
  const dismissLapsed = useDismissLapsed()
  const dismissal = useApiMutation()
  const { send, isPending } = useApiMutation()
  const [last, setLast] = useState<Attempt>()
  // A hold that lapsed after the attempt replaces its outcome.
  const isOutdated = last?.lapsedAfter !== undefined && !isNone(basket) && keyOf(basket) !== last.lapsedAfter
  const attempt = isOutdated ? undefined : last
  const holds: LapsedHolds = attempt?.holds ?? { lapsed: basket.lapsed, lapsedItems: basket.lapsedItems }

  const tryAgain = async (onHeld?: () => void): Promise<void> => {
    setLast({ holds })
    await send(async () => ok(await holdEach(holds)), {
      onSuccess: async (lost) => {
        const problems = [...lost.lapsed, ...lost.lapsedItems].map(({ problem }) => problem?.code)
        if (problems.includes('login-required')) await refreshBasket()
        const lapsedAfter = keyOf(queries.getQueryData(basketQuery.queryKey) ?? lost)
        setLast({ holds: lost, outcome: isNone(lost) ? 'held' : 'lost', lapsedAfter })
        if (isNone(lost)) onHeld?.()
      },
      message: (lost) => t(isNone(lost) ? messageOf(holds) : 'expired.lost'),
    })
  }
  const dismiss = async (): Promise<void> => {
    const onSuccess = (after: Basket): void => setLast({ holds: none, outcome: 'dismissed', lapsedAfter: keyOf(after) })
    await dismissal.send(() => dismissLapsed.mutateAsync(), { onSuccess })
  }
  return { holds, hasHolds: !isNone(holds), outcome: attempt?.outcome, isPending, tryAgain, dismiss, dismissal }
}

/** The request that holds an item again. */
function requestOf(item: LapsedHolds['lapsedItems'][number]): ItemToAdd {
  if ('food' in item) return { kind: 'food', ...item.food }
  if ('table' in item) return { kind: 'table', ...item.table }
  const { name: _, problem: _problem, type: _type, ...pieces } = item
  return { kind: 'product', ...pieces }
}

/** Holds each package and the seats of each performance again, then each item. Returns those that were refused, with the problem. */
function useHoldEach(): (holds: LapsedHolds) => Promise<LapsedHolds> {
  const queries = useQueryClient()
  const add = useAddTickets()
  const holdPackage = useHoldPackage()
  const addItem = useAddItem()

  return async (holds) => {
    const { forms } = useDrafts.getState()
    const savedForm = forms[draftName] ?? {}
    const lost = { lapsed: [] as LapsedHolds['lapsed'][number][], lapsedItems: [] as LapsedHolds['lapsedItems'][number][] }
    const packages = Object.values(forms[packagesDraft] ?? {}) as HeldPackage[]
    const single = packages.length > 0 ? await holdPackages(holds.lapsed, packages, lost.lapsed) : holds.lapsed
    for (const lapsed of single) {
      const result = await holdSeats(lapsed, savedForm)
      if (!result.ok) lost.lapsed.push({ ...lapsed, problem: result.error })
    }
    for (const item of holds.lapsedItems) {
      const result = await addItem.mutateAsync({ body: requestOf(item) })
      if (!result.ok) lost.lapsedItems.push({ ...item, problem: result.error })
    }
    return lost
  }

  /** Holds the packages that lapsed as a whole again. Adds the refused ones to `lost`, and returns the other seats. */
  async function holdPackages(
    all: LapsedHolds['lapsed'],
    held: readonly HeldPackage[],
    lost: LapsedHolds['lapsed'][number][],
  ): Promise<LapsedHolds['lapsed']> {
    const { splitLapsed, requestOfPackage } = await loadPackages()
    const { packages, single } = splitLapsed(all, held)
    for (const each of packages) {
      const result = await holdPackage.mutateAsync({ body: requestOfPackage(each.held) })
      if (!result.ok) lost.push(...each.lapsed.map((seats) => ({ ...seats, problem: result.error })))
    }
    return single
  }

  async function holdSeats(
    { instance, seats }: Basket['lapsed'][number],
    savedForm: Readonly<Record<string, unknown>>,
  ): Promise<Result<unknown, ApiProblem>> {
    const needsDefault = seats.some((seat) => typeof savedForm[seatKey(instance, seat)] !== 'string')
    const defaultPriceType = needsDefault ? await loadDefaultPriceType(instance) : ok('')
    if (!defaultPriceType.ok) return defaultPriceType
    return add.mutateAsync({
      body: {
        instance,
        seats: seats.map((seat) => ({ seat, priceType: String(savedForm[seatKey(instance, seat)] ?? defaultPriceType.value) })),
      },
    })
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
