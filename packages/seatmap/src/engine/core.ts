import { type Box, type Plan, type PlanArea } from '@playhouse/domain/plan'
import { boxOf, encloses, indexSeats, outlineOf, type Point, type SeatIndex } from '#plan-index'
import type { SeatFilters, SeatOffers } from '#props'
import { type AreaTally, type FilterMask, type Hall, maskOf, passes, seatState, type SeatStore, stateOf, tallyArea } from '#store'

/** An area with the geometry drawing needs. */
export type CoreArea = { readonly area: PlanArea; readonly outline: readonly Point[]; readonly box: Box }

/**
 * What is drawn, as typed arrays: no canvas, no React. Painters read `state` and `bandOf`; `takeDirty` tells them which
 * seats changed since they last looked.
 */
export type Core = {
  readonly plan: Plan
  readonly index: SeatIndex
  /** Drawn diameter in plan units. */
  readonly seatSize: number
  /** One `seatState` a seat. */
  readonly state: Readonly<Uint8Array>
  readonly offers: () => SeatOffers
  readonly mask: () => FilterMask
  /** Areas that have seats, of the view shown. */
  readonly areas: () => readonly CoreArea[]
  readonly shows: (seat: number) => boolean
  readonly passes: (seat: number) => boolean
  /** A seat that reacts: on this view, free and not filtered away, or chosen. */
  readonly canPick: (seat: number) => boolean
  readonly chosen: () => ReadonlySet<number>
  /** What is left of an area, and passes the filter. */
  readonly tally: (area: number) => AreaTally
  /** Whether a filter hides any seat: nothing left then needn't mean sold out. */
  readonly filtering: () => boolean
  readonly areaAt: (x: number, y: number) => number
  readonly setOffers: (offers: SeatOffers) => void
  readonly setChosen: (selection: readonly number[], mine: readonly number[]) => void
  readonly setFilters: (filters: SeatFilters) => void
  readonly setView: (view: string) => void
  /** Reads these seats from the store again. */
  readonly refresh: (seats: readonly number[]) => void
  /** The smallest range of seats that changed, then forgets it. */
  readonly takeDirty: () => readonly [from: number, to: number] | undefined
}

/** A seat fills this much of the distance to its neighbour. */
const seatShare = 0.84

export function createCore(plan: Plan, store: SeatStore, offered: SeatOffers): Core {
  const index = indexSeats(plan)
  const state = new Uint8Array(plan.seatCount)
  const every = plan.areas.flatMap((area): CoreArea[] => {
    const box = boxOf(plan, area, index.pitch * 0.7)
    return box ? [{ area, box, outline: outlineOf(plan, area, index.pitch * 0.7) }] : []
  })
  let offers = offered
  let mask = maskOf({})
  let filtering = false
  let shown = every
  let shownAreas: ReadonlySet<number> | undefined
  let hall: Hall = { outlook: store.outlook, bandOf: offers.bandOf, selected: new Set(), mine: new Set() }
  let dirty: [number, number] | undefined
  const tallies = new Map<number, AreaTally>()

  const refresh = (seats: Iterable<number>): void => {
    for (const seat of seats) {
      const next = stateOf(hall, seat)
      if (state[seat] === next) continue
      state[seat] = next
      touch(seat)
    }
  }
  const touch = (seat: number): void => {
    dirty = dirty ? [Math.min(dirty[0], seat), Math.max(dirty[1], seat)] : [seat, seat]
    tallies.delete(plan.areaOf[seat]!)
  }
  const refreshAll = (): void => {
    for (let seat = 0; seat < plan.seatCount; seat++) state[seat] = stateOf(hall, seat)
    tallies.clear()
    dirty = plan.seatCount > 0 ? [0, plan.seatCount - 1] : undefined
  }
  const shows = (seat: number): boolean => (!shownAreas || shownAreas.has(plan.areaOf[seat]!)) && state[seat] !== seatState.hidden
  refreshAll()

  return {
    plan,
    index,
    seatSize: index.pitch * seatShare,
    state,
    offers: () => offers,
    mask: () => mask,
    areas: () => shown,
    shows,
    passes: (seat) => passes(mask, plan, offers.bandOf, seat),
    canPick: (seat) => {
      if (!shows(seat)) return false
      return state[seat] === seatState.selected || (state[seat] === seatState.free && passes(mask, plan, offers.bandOf, seat))
    },
    chosen: () => new Set([...hall.selected, ...hall.mine].filter(shows)),
    tally: (area) => {
      let tally = tallies.get(area)
      if (!tally) tallies.set(area, (tally = tallyArea(plan, hall, offers.bands, area, (seat) => passes(mask, plan, offers.bandOf, seat))))
      return tally
    },
    filtering: () => filtering,
    areaAt: (x, y) => shown.find(({ outline }) => encloses(outline, x, y))?.area.index ?? -1,
    setOffers: (next) => {
      offers = next
      hall = { ...hall, bandOf: next.bandOf }
      refreshAll()
    },
    setChosen: (selection, mine) => {
      const before = [...hall.selected, ...hall.mine]
      hall = { ...hall, selected: new Set(selection), mine: new Set(mine) }
      refresh(new Set([...before, ...selection, ...mine]))
    },
    setFilters: (filters) => {
      mask = maskOf(filters)
      filtering = Object.values(filters).some(Boolean)
      tallies.clear()
    },
    setView: (view) => {
      shown = view === 'all' ? every : every.filter(({ area }) => area.view === view)
      shownAreas = view === 'all' ? undefined : new Set(shown.map(({ area }) => area.index))
    },
    refresh,
    takeDirty: () => {
      const range = dirty
      dirty = undefined
      return range
    },
  }
}
