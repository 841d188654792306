import { useMemo, useSyncExternalStore } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import type { SeatChoiceProps, SeatStatus } from '#props'
import { type AreaTally, type Hall, maskOf, passes, seatState, stateOf, tallyArea } from '#store'

/** The hall as this visitor may use it now. Grid and list both read it, so they are always consistent. */
export type VisitorHall = {
  readonly plan: Plan
  /** Areas of the view that have seats. */
  readonly areas: readonly number[]
  /** `undefined` for a hidden seat. */
  readonly statusOf: (seat: number) => SeatStatus | undefined
  readonly passes: (seat: number) => boolean
  /** Whether arrow keys stop at a seat: free and not filtered out, chosen, or in the basket. */
  readonly isOpen: (seat: number) => boolean
  /** Whether a seat is unsold and passes the filters; counted by "38 seats match". */
  readonly matches: (seat: number) => boolean
  /** Whether a seat can be chosen or cleared. */
  readonly canToggle: (seat: number) => boolean
  readonly tally: (area: number) => AreaTally
  /** The number of chosen places of a standing area, and the maximum that can be chosen. */
  readonly standing: (area: number) => { readonly chosenCount: number; readonly most: number }
  /** Whether the filter asks for wheelchair spaces or companion seats; otherwise they are left to visitors who need them. */
  readonly asksForAccess: boolean
}

/** The hall as the visitor sees it; rerenders with each change of the store. */
export function useHall({ plan, store, offers, selection, mine, filters, view }: SeatChoiceProps): VisitorHall {
  const revision = useSyncExternalStore(store.subscribe, store.revision)
  return useMemo(() => {
    const hall: Hall = { outlook: store.outlook, bandOf: offers.bandOf, selected: new Set(selection), mine: new Set(mine) }
    return visitorHall(plan, hall, offers, filters, view)
    // The store's outlook is one live array: its revision says when to look again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [plan, store, offers, selection, mine, filters, view, revision])
}

/** {@link useHall} for a given state, outside of React. */
export function visitorHall(
  plan: Plan,
  hall: Hall,
  offers: SeatChoiceProps['offers'],
  filters: SeatChoiceProps['filters'],
  view = 'all',
): VisitorHall {
  const mask = maskOf(filters ?? {})
  const areas = plan.areas.filter((area) => area.seatCount > 0 && (view === 'all' || area.view === view)).map(({ index }) => index)
  const passing = (seat: number): boolean => passes(mask, plan, hall.bandOf, seat)
  const canToggle = (seat: number): boolean => {
    const state = stateOf(hall, seat)
    return state === seatState.selected || (state === seatState.free && passing(seat))
  }
  return {
    plan,
    areas,
    statusOf: (seat) => statuses[stateOf(hall, seat)],
    passes: passing,
    matches: (seat) => passing(seat) && isUnsold(stateOf(hall, seat)),
    isOpen: (seat) => canToggle(seat) || stateOf(hall, seat) === seatState.mine,
    canToggle,
    tally: (area) => tallyArea(plan, hall, offers.bands, area),
    standing: (area) => {
      const { firstSeat, seatCount } = plan.areas[area]!
      let [chosenCount, most] = [0, 0]
      for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
        if (stateOf(hall, seat) === seatState.selected) chosenCount += 1
        if (canToggle(seat)) most += 1
      }
      return { chosenCount, most }
    },
    asksForAccess: filters?.types?.has('wheelchair') === true || filters?.types?.has('companion') === true,
  }
}

const isUnsold = (state: number): boolean => state === seatState.free || state === seatState.selected

/** In the order of `seatState`; a hidden seat has none. */
const statuses: readonly (SeatStatus | undefined)[] = ['free', 'taken', 'selected', 'mine', undefined]
