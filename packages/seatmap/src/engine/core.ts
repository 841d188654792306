import { type Box, isStandingPlace, type Plan, type PlanArea } from '@playhouse/domain/plan'
import { boxOf, breadthOf, encloses, indexSeats, outlineOf, type Point, rowBoxes, seatPitch, type SeatIndex } from '#plan-index'
import type { SeatFilters, SeatOffers } from '#props'
import {
  type AreaTally,
  createAreaCounts,
  type FilterMask,
  type Hall,
  saleState,
  maskOf,
  passes,
  seatState,
  type SeatStore,
  stateOf,
} from '#store'
import { runAtOnce, type Steps } from './slices.ts'

/** An area with the geometry drawing needs. */
export type CoreArea = {
  readonly area: PlanArea
  readonly outline: readonly Point[]
  readonly box: Box
  /** See {@link breadthOf}. */
  readonly breadth: number
}

/**
 * The state of the hall as typed arrays: no canvas, no React. Painters read `state` and `bandOf`; `takeChanged` returns the
 * seats that changed since the last call.
 */
export type Core = {
  readonly plan: Plan
  /** Built on first use, or by {@link Core.prepare}: a frame that shows only areas needs none. */
  readonly index: SeatIndex
  /** Builds what a frame of areas does not need, one step per yield. */
  readonly prepare: () => Steps
  /** Distance between neighbours, plan units. */
  readonly pitch: number
  /** Drawn diameter in plan units. */
  readonly seatSize: number
  /** Left, top, right and bottom of the seats of each row. Computed on first use. */
  readonly rowBoxes: Readonly<Float32Array>
  /** One `seatState` a seat. */
  readonly state: Readonly<Uint8Array>
  readonly offers: () => SeatOffers
  readonly mask: () => FilterMask
  /** The areas with seats in the current view. */
  readonly areas: () => readonly CoreArea[]
  /** Whether the current view shows a seat. */
  readonly shows: (seat: number) => boolean
  /** Whether a seat passes the filter. */
  readonly passes: (seat: number) => boolean
  /** Whether a seat can be chosen or cleared: it is in the current view, and is chosen, or free and not filtered out. */
  readonly canPick: (seat: number) => boolean
  /** Selected seats and those in the basket that the current view shows. */
  readonly selectedSeats: () => readonly number[]
  /** The free seats of an area that pass the filter. */
  readonly tally: (area: number) => AreaTally
  /** Whether a filter is set: an area without matching seats is then not necessarily sold out. */
  readonly isFiltered: () => boolean
  /** The index of the area at a point of the plan, -1 for none. */
  readonly areaAt: (x: number, y: number) => number
  /** The index of the standing area at a point of the plan, -1 for none. */
  readonly standingAreaAt: (x: number, y: number) => number
  readonly setOffers: (offers: SeatOffers) => void
  readonly setChosen: (selection: readonly number[], mine: readonly number[]) => void
  readonly setFilters: (filters: SeatFilters) => void
  readonly setView: (view: string) => void
  /** Reads these seats from the store again. */
  readonly refresh: (seats: Iterable<number>) => void
  /** Returns and clears the changed seats, `'all'` for more than half of them. The list is valid until the next change. */
  readonly takeChanged: () => readonly number[] | 'all'
}

/** Diameter of a seat as a share of the distance to its neighbour. */
const seatShare = 0.84

export const createCore = (plan: Plan, store: SeatStore, initialOffers: SeatOffers): Core =>
  runAtOnce(createCoreInSteps(plan, store, initialOffers))

/** Creates a core, one area of the plan per step. */
export function* createCoreInSteps(plan: Plan, store: SeatStore, initialOffers: SeatOffers): Steps<Core> {
  const pitch = seatPitch(plan)
  yield
  const state = new Uint8Array(plan.seatCount)
  const counts = createAreaCounts(plan)
  const allAreas: CoreArea[] = []
  for (const area of plan.areas) {
    const box = boxOf(plan, area, pitch * 0.7)
    if (!box) continue
    const outline = outlineOf(plan, area, pitch * 0.7)
    allAreas.push({ area, box, outline, breadth: breadthOf(box, outline) })
    yield
  }
  let index: SeatIndex | undefined
  let rows: Float32Array | undefined
  let offers = initialOffers
  let mask = maskOf({})
  let hasFilter = false
  let shownAreas = allAreas
  let areasInView: ReadonlySet<number> | undefined
  let hall: Hall = { outlook: store.outlook, bandOf: offers.bandOf, selected: new Set(), mine: new Set() }
  const changedSeats: number[] = []
  let hasChangedMostly = false

  const seatIndex = (): SeatIndex => (index ??= indexSeats(plan, pitch))
  const boxesOfRows = (): Float32Array => (rows ??= rowBoxes(plan))
  const refresh = (seats: Iterable<number>): void => {
    for (const seat of seats) {
      const previous = state[seat]
      // A host may pass seats that this plan does not have.
      if (previous === undefined) continue
      const next = stateOf(hall, seat)
      if (previous === next) continue
      state[seat] = next
      counts.move(seat, previous, next)
      if (!hasChangedMostly) changedSeats.push(seat)
    }
    if (changedSeats.length > plan.seatCount / 2) hasChangedMostly = true
  }
  /** One call per area: engines optimise a function called several times sooner than one long loop. */
  const readArea = (outlook: Hall['outlook'], bandOf: Hall['bandOf'], from: number, to: number): void => {
    for (let seat = from; seat < to; seat++) state[seat] = saleState(outlook[seat], bandOf[seat])
  }
  const refreshAll = (): void => {
    const { outlook, bandOf } = hall
    for (const { firstSeat, seatCount } of plan.areas) readArea(outlook, bandOf, firstSeat, firstSeat + seatCount)
    for (const seats of [hall.selected, hall.mine]) for (const seat of seats) if (seat in state) state[seat] = stateOf(hall, seat)
    counts.recount(state, offers.bandOf)
    hasChangedMostly = true
  }
  const shows = (seat: number): boolean =>
    state[seat] !== seatState.hidden && seat < plan.seatCount && (!areasInView || areasInView.has(plan.areaOf[seat]!))
  yield
  refreshAll()

  return {
    plan,
    get index() {
      return seatIndex()
    },
    *prepare() {
      boxesOfRows()
      yield
      seatIndex()
    },
    pitch,
    seatSize: pitch * seatShare,
    get rowBoxes() {
      return boxesOfRows()
    },
    state,
    offers: () => offers,
    mask: () => mask,
    areas: () => shownAreas,
    shows,
    passes: (seat) => passes(mask, plan, offers.bandOf, seat),
    canPick: (seat) => {
      if (!shows(seat) || isStandingPlace(plan, seat)) return false
      return state[seat] === seatState.selected || (state[seat] === seatState.free && passes(mask, plan, offers.bandOf, seat))
    },
    selectedSeats: () => [...new Set([...hall.selected, ...hall.mine])].filter(shows),
    tally: (area) => counts.tally(area, mask, offers.bands),
    isFiltered: () => hasFilter,
    areaAt: (x, y) => shownAreas.find(({ outline }) => encloses(outline, x, y))?.area.index ?? -1,
    standingAreaAt: (x, y) => shownAreas.find(({ area, outline }) => area.kind === 'standing' && encloses(outline, x, y))?.area.index ?? -1,
    setOffers: (next) => {
      const haveBandsChanged = next.bandOf !== offers.bandOf
      offers = next
      // A change of prices or letters alone changes no seat.
      if (!haveBandsChanged) return
      hall = { ...hall, bandOf: next.bandOf }
      refreshAll()
    },
    setChosen: (selection, mine) => {
      const previous = [...hall.selected, ...hall.mine]
      hall = { ...hall, selected: new Set(selection), mine: new Set(mine) }
      refresh(new Set([...previous, ...selection, ...mine]))
    },
    setFilters: (filters) => {
      mask = maskOf(filters)
      hasFilter = Object.values(filters).some(Boolean)
    },
    setView: (view) => {
      shownAreas = view === 'all' ? allAreas : allAreas.filter(({ area }) => area.view === view)
      areasInView = view === 'all' ? undefined : new Set(shownAreas.map(({ area }) => area.index))
    },
    refresh,
    takeChanged: () => {
      if (hasChangedMostly) {
        hasChangedMostly = false
        changedSeats.length = 0
        return 'all'
      }
      return changedSeats.splice(0)
    },
  }
}
