import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { ok, type Result } from '@playhouse/domain/result'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useDrafts } from '#client-state'
import { useBasket, useBrand } from '#server-state'
import {
  changePriceType,
  type Choice,
  reconcileSelection,
  splitUnavailable,
  type Refusal,
  type RemainingCapacity,
  remainingCapacity,
} from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'
import { createVisitorSeats, type SeatStatus, type VisitorSeats } from '../model/visitor-seats.ts'
import type { ChoiceNotice } from './notice.ts'
import { chooseAll, moveChoice, pickAt, type Pick, pickInFrame } from './pick.ts'
import { replaceStandingPlaces, chooseStandingPlaces } from './standing-places.ts'
import type { Substitute } from './substitute.ts'
import { type Holding, useHolding } from './useHolding.ts'
import { useSubstitute } from './useSubstitute.ts'

export type SeatChoice = Omit<Holding, 'isPending'> & {
  readonly choice: Choice
  /** The same as seat indices, for map and list. */
  readonly selection: readonly number[]
  /** Seat indices of this performance in the basket. */
  readonly mine: readonly number[]
  readonly occupancy: VisitorSeats['occupancy']
  readonly statusOf: (seat: number) => SeatStatus
  readonly capacity: RemainingCapacity
  readonly notice: ChoiceNotice | undefined
  readonly dismiss: () => void
  /** Equal seats for lost ones, while there are any. */
  readonly substitute: Substitute | undefined
  readonly takeSubstitute: () => void
  /** The last press, until another action. */
  readonly lastPick: Pick | undefined
  /** Undoes the last press: restores the former selection. */
  readonly undo: () => void
  /** Number of undos. */
  readonly undoCount: number
  /** Moves the selection to other seats of the same bands. */
  readonly move: (seats: readonly number[]) => void
  /** Replaces the selection by these seats; an empty list clears it. */
  readonly choose: (seats: readonly number[]) => void
  readonly toggle: (index: number) => void
  /** Adds all seats within a frame. */
  readonly chooseInFrame: (seats: readonly number[]) => void
  /** Sets the number of chosen standing places of an area. */
  readonly chooseStanding: (area: number, count: number) => void
  readonly clear: (seat: string) => void
  readonly setPriceType: (seat: string, priceType: string) => void
}

/** Options of a seat choice: the size of the party, and the filter. */
export type PickOptions = {
  readonly party: number
  readonly accepts: (seat: number) => boolean
  /** The selection starts with the seats in the basket and replaces them. */
  readonly changing?: boolean
}

const noSeats: Choice = []
const defaultOptions: PickOptions = { party: 1, accepts: () => true }

/** The visitor's selection for one performance: local, and restored after a reload, until it is added to the basket. */
export function useChoice(
  instance: string,
  model: SeatingModel,
  store: SeatStore,
  { party, accepts, changing = false } = defaultOptions,
): SeatChoice {
  const { plan } = model
  const basket = useBasket()
  const { limits } = useBrand()
  const draft = changing ? `${instance} anew` : instance
  const draftChoice = useDrafts((drafts) => drafts.seats[draft]) ?? noSeats
  const [notice, setNotice] = useState<ChoiceNotice>()
  const [undoCount, setUndoCount] = useState(0)
  const [last, setLast] = useState<{ readonly pick: Pick; readonly before: Choice }>()

  const heldTickets = useMemo(() => basket.tickets.filter((ticket) => ticket.instance === instance), [basket, instance])
  const mine = useMemo(() => (changing ? [] : heldTickets.flatMap(({ seat }) => plan.indexOf(seat) ?? [])), [changing, heldTickets, plan])
  const capacity = useMemo(
    () =>
      changing
        ? remainingCapacity([], limits.ticketsPerOrder, basket.ticketsLeft + heldTickets.length)
        : remainingCapacity(heldTickets, limits.ticketsPerOrder, basket.ticketsLeft),
    [changing, basket, heldTickets, limits],
  )
  const choice = useMemo(
    () => reconcileSelection(draftChoice, model, mine.map(plan.idOf), capacity),
    [draftChoice, model, mine, plan, capacity],
  )
  const selection = useMemo(() => choice.flatMap(({ seat }) => plan.indexOf(seat) ?? []), [choice, plan])
  const visitorSeats = useMemo(() => createVisitorSeats(model, store, mine), [model, store, mine])
  const { isAvailable, occupancy } = visitorSeats
  const statusOf = useCallback((seat: number) => visitorSeats.statusOf(seat, selection), [visitorSeats, selection])

  /** The selection now: seat updates may arrive between a change and the next render. */
  const current = (): Choice => reconcileSelection(useDrafts.getState().seats[draft] ?? noSeats, model, mine.map(plan.idOf), capacity)
  const keep = (next: Choice): void => {
    setLast(undefined)
    useDrafts.getState().chooseSeats(draft, next)
  }
  const startSeatChange = useEffectEvent((): void =>
    useDrafts.getState().chooseSeats(
      draft,
      heldTickets.map(({ seat, priceType }) => ({ seat, priceType })),
    ),
  )
  useEffect(() => {
    if (changing) startSeatChange()
  }, [changing, draft])
  // Seats in the basket are released only if all their replacements are held.
  const giveBack = changing ? heldTickets.map(({ seat }) => seat) : undefined
  const holding = useHolding(instance, { choice: current, keep, giveBack, notice, setNotice })
  const take = (result: Result<Pick, Refusal>): void => {
    setNotice(result.ok ? undefined : { kind: 'refused', refusal: result.error })
    if (!result.ok) return
    const before = current()
    keep(result.value.choice)
    setLast({ pick: result.value, before })
  }

  const substitute = useSubstitute(notice, model, store, occupancy, accepts)

  const look = useEffectEvent((): void => {
    // While the hold is pending, a seat that becomes taken may have been taken by this visitor.
    if (holding.isPending() || store.version() < 0) return
    const lostSeats = splitUnavailable(current(), isAvailable).lostSeats
    if (lostSeats.length === 0) return
    const before = replaceStandingPlaces(current(), lostSeats, model, occupancy())
    const splitChoice = splitUnavailable(before, isAvailable)
    keep(splitChoice.available)
    if (splitChoice.lostSeats.length === 0) return
    // Seats may be lost one after the other; the notice covers all of them.
    setNotice((now) =>
      now?.kind === 'lost'
        ? { ...now, seats: [...now.seats, ...splitChoice.lostSeats] }
        : { kind: 'lost', seats: splitChoice.lostSeats, before },
    )
  })
  useEffect(() => {
    look()
    return store.subscribe(look)
  }, [instance, plan, store])

  return {
    choice,
    selection,
    mine,
    occupancy,
    statusOf,
    capacity,
    notice,
    dismiss: () => setNotice(undefined),
    lastPick: last?.pick,
    undo: () => {
      if (!last || holding.isPending()) return
      const splitChoice = splitUnavailable(last.before, isAvailable)
      setNotice(splitChoice.lostSeats.length > 0 ? { kind: 'lost', seats: splitChoice.lostSeats, before: last.before } : undefined)
      keep(splitChoice.available)
      setUndoCount(undoCount + 1)
    },
    undoCount,
    move: (seats) => {
      const moveResult = holding.isPending() ? undefined : moveChoice(current(), model, seats)
      if (moveResult) take(ok(moveResult))
    },
    choose: (seats) => {
      if (!holding.isPending()) take(chooseAll([], model, seats, capacity, 'together'))
    },
    substitute,
    takeSubstitute: () => {
      if (!substitute || holding.isPending() || splitUnavailable(substitute.choice, isAvailable).lostSeats.length > 0) return
      const { choice: next, seats } = substitute
      take({ ok: true, value: { choice: next, seats, how: seats.length > 1 && substitute.isTogether ? 'together' : 'one' } })
    },
    toggle: (index) => {
      if (holding.isPending()) return
      const currentChoice = current()
      const isChosen = currentChoice.some(({ seat }) => seat === plan.idOf(index))
      if (!isChosen && !occupancy().isOpen(index)) return setNotice(undefined)
      take(pickAt(currentChoice, model, occupancy(accepts), index, party, capacity))
    },
    chooseInFrame: (seats) => {
      if (!holding.isPending()) take(pickInFrame(current(), model, occupancy(accepts), seats, capacity))
    },
    chooseStanding: (area, count) => {
      if (!holding.isPending()) take(chooseStandingPlaces(current(), model, occupancy(accepts), area, count, capacity))
    },
    clear: (seat) => {
      const index = plan.indexOf(seat)
      if (index !== undefined) take(pickAt(current(), model, occupancy(), index, 1, capacity))
    },
    setPriceType: (seat, priceType) => {
      const changeResult = changePriceType(current(), model, seat, priceType, capacity)
      setNotice(changeResult.ok ? undefined : { kind: 'refused', refusal: changeResult.error })
      if (changeResult.ok) keep(changeResult.value)
    },
    add: holding.add,
    takeAlternative: holding.takeAlternative,
    isAdding: holding.isAdding,
  }
}
