import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { blockOf } from '@playhouse/domain/plan'
import { ok, type Result } from '@playhouse/domain/result'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useDrafts } from '#client-state'
import { useBasket, useBrand } from '#server-state'
import { changePriceType, type Choice, mendChoice, partLost, type Refusal, type Room, roomBeside } from './choice.ts'
import { type House, openHall } from '../model/seating-model.ts'
import type { ChoiceNotice } from './notice.ts'
import { chooseAll, moveChoice, pickAt, type Picked, pickFramed } from './pick.ts'
import { standElsewhere, standIn } from './stand.ts'
import type { Substitute } from './substitute.ts'
import { type Holding, useHolding } from './useHolding.ts'
import { useSubstitute } from './useSubstitute.ts'

export type SeatChoice = Omit<Holding, 'isUnderWay'> & {
  readonly choice: Choice
  /** The same as indices into the plan, for map and list. */
  readonly selection: readonly number[]
  /** Seats of this performance in the basket already. */
  readonly mine: readonly number[]
  readonly room: Room
  readonly notice: ChoiceNotice | undefined
  readonly dismiss: () => void
  /** Seats as good as those that went, while there are any. */
  readonly substitute: Substitute | undefined
  readonly takeSubstitute: () => void
  /** What the last press did, until something else is done. */
  readonly picked: Picked | undefined
  /** Takes the last press back: the choice is exactly what it was. */
  readonly undo: () => void
  /** How often something was taken back: changes when it is. */
  readonly undone: number
  /** Moves the choice to other seats of the same bands. */
  readonly move: (seats: readonly number[]) => void
  /** Chooses just these seats, in place of all others; none clears the choice. */
  readonly choose: (seats: readonly number[]) => void
  readonly toggle: (index: number) => void
  /** All of some seats beside those chosen already. */
  readonly frame: (seats: readonly number[]) => void
  /** So many places of an area to stand in, those chosen already among them. */
  readonly stand: (area: number, count: number) => void
  readonly clear: (seat: string) => void
  readonly setPriceType: (seat: string, priceType: string) => void
}

/** How seats are picked: for how many at once, and which seats a filter lets through. */
export type PickWish = {
  readonly party: number
  readonly accepts: (seat: number) => boolean
  /** The seats in the basket are what is being chosen anew: the choice begins with them and takes their place. */
  readonly changing?: boolean
}

const nothing: Choice = []
const oneByOne: PickWish = { party: 1, accepts: () => true }

/** The visitor's choice for one performance: local and kept over a reload until it is added to the basket. */
export function useChoice(instance: string, house: House, store: SeatStore, { party, accepts, changing = false } = oneByOne): SeatChoice {
  const { plan } = house
  const basket = useBasket()
  const { limits } = useBrand()
  const draft = changing ? `${instance} anew` : instance
  const kept = useDrafts((drafts) => drafts.seats[draft]) ?? nothing
  const [notice, setNotice] = useState<ChoiceNotice>()
  const [undone, setUndone] = useState(0)
  const [last, setLast] = useState<{ readonly picked: Picked; readonly before: Choice }>()

  const held = useMemo(() => basket.tickets.filter((ticket) => ticket.instance === instance), [basket, instance])
  const mine = useMemo(() => (changing ? [] : held.flatMap(({ seat }) => plan.indexOf(seat) ?? [])), [changing, held, plan])
  const room = useMemo(
    () =>
      changing
        ? roomBeside([], limits.ticketsPerOrder, basket.ticketsLeft + held.length)
        : roomBeside(held, limits.ticketsPerOrder, basket.ticketsLeft),
    [changing, basket, held, limits],
  )
  const choice = useMemo(() => mendChoice(kept, house, mine.map(plan.idOf), room), [kept, house, mine, plan, room])
  const selection = useMemo(() => choice.flatMap(({ seat }) => plan.indexOf(seat) ?? []), [choice, plan])
  const latest = useRef(choice)
  latest.current = choice

  /** Whether a seat is still free, and all of its block with it. */
  const isToBeHad = (seat: string): boolean => {
    const index = plan.indexOf(seat)
    return index !== undefined && blockOf(house.blocks, index).every((one) => store.outlook[one] === seatAvailability.free)
  }
  const keep = (next: Choice): void => {
    setLast(undefined)
    // At once: news of seats may come before the next screen, and those just held would be missed in a choice that is over.
    latest.current = next
    useDrafts.getState().chooseSeats(draft, next)
  }
  const beginAnew = useEffectEvent((): void =>
    useDrafts.getState().chooseSeats(
      draft,
      held.map(({ seat, priceType }) => ({ seat, priceType })),
    ),
  )
  useEffect(() => {
    if (changing) beginAnew()
  }, [changing, draft])
  // Seats in the basket are let go of only for all of those that take their place.
  const giveBack = changing ? held.map(({ seat }) => seat) : undefined
  const holding = useHolding(instance, { choice: () => latest.current, keep, giveBack, notice, setNotice })
  const take = (result: Result<Picked, Refusal>): void => {
    setNotice(result.ok ? undefined : { kind: 'refused', refusal: result.error })
    if (!result.ok) return
    const before = latest.current
    keep(result.value.choice)
    setLast({ picked: result.value, before })
  }

  const substitute = useSubstitute(notice, house, store, mine, accepts)

  const look = useEffectEvent((): void => {
    // Until the server has answered, a seat that has gone may well have gone to us.
    if (holding.isUnderWay() || store.version() < 0) return
    const gone = partLost(latest.current, isToBeHad).lost
    if (gone.length === 0) return
    const before = standElsewhere(latest.current, gone, house, openHall(house, store.outlook, mine))
    const parted = partLost(before, isToBeHad)
    keep(parted.kept)
    if (parted.lost.length === 0) return
    // One after the other they may go; what is to be made up for is all of them.
    setNotice((now) =>
      now?.kind === 'lost' ? { ...now, seats: [...now.seats, ...parted.lost] } : { kind: 'lost', seats: parted.lost, before },
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
    room,
    notice,
    dismiss: () => setNotice(undefined),
    picked: last?.picked,
    undo: () => {
      if (!last || holding.isUnderWay()) return
      const parted = partLost(last.before, isToBeHad)
      setNotice(parted.lost.length > 0 ? { kind: 'lost', seats: parted.lost, before: last.before } : undefined)
      keep(parted.kept)
      setUndone(undone + 1)
    },
    undone,
    move: (seats) => {
      const moved = holding.isUnderWay() ? undefined : moveChoice(latest.current, house, seats)
      if (moved) take(ok(moved))
    },
    choose: (seats) => {
      if (!holding.isUnderWay()) take(chooseAll([], house, seats, room, 'together'))
    },
    substitute,
    takeSubstitute: () => {
      if (!substitute || holding.isUnderWay() || partLost(substitute.choice, isToBeHad).lost.length > 0) return
      const { choice: next, seats } = substitute
      take({ ok: true, value: { choice: next, seats, how: seats.length > 1 && substitute.isTogether ? 'together' : 'one' } })
    },
    toggle: (index) => {
      if (holding.isUnderWay()) return
      const isChosen = latest.current.some(({ seat }) => seat === plan.idOf(index))
      if (!isChosen && (store.outlook[index] !== seatAvailability.free || mine.includes(index))) return setNotice(undefined)
      take(pickAt(latest.current, house, openHall(house, store.outlook, mine, accepts), index, party, room))
    },
    frame: (seats) => {
      if (!holding.isUnderWay()) take(pickFramed(latest.current, house, openHall(house, store.outlook, mine, accepts), seats, room))
    },
    stand: (area, count) => {
      if (!holding.isUnderWay()) take(standIn(latest.current, house, openHall(house, store.outlook, mine, accepts), area, count, room))
    },
    clear: (seat) => {
      const index = plan.indexOf(seat)
      if (index !== undefined) take(pickAt(latest.current, house, openHall(house, store.outlook, mine), index, 1, room))
    },
    setPriceType: (seat, priceType) => {
      const changed = changePriceType(latest.current, house, seat, priceType, room)
      setNotice(changed.ok ? undefined : { kind: 'refused', refusal: changed.error })
      if (changed.ok) keep(changed.value)
    },
    add: holding.add,
    takeInstead: holding.takeInstead,
    isAdding: holding.isAdding,
  }
}
