import type { Ref } from 'react'
import type { AreaAccess, Plan, SeatFlag, SeatType } from '@playhouse/domain/plan'
import type { Band } from '@playhouse/domain/pricing'
import type { Money } from '@playhouse/domain/money'
import type { SeatPalette } from '#look'
import type { SeatStore } from '#store'

/** The status of a seat for the visitor: `free` can be chosen, `mine` is in their basket already. */
export type SeatStatus = 'free' | 'selected' | 'mine' | 'taken'

/** The offer of one band to this visitor. */
export type BandOffer = {
  /** One or two characters drawn in the seat, so that colour is never alone: `A`, `P`, `P2`. */
  readonly letter: string
  /** The cheapest price of the band for this visitor, fees inside. */
  readonly priceFrom: Money
  /** The same in words of the locale: "£45.00". */
  readonly price: string
}

/** The price of every seat. Make a new object when anything changes: it is compared by identity. */
export type SeatOffers = {
  /** Index into `bands` of `@playhouse/domain/pricing` by seat; {@link notForSale} for a seat that is not sold. */
  readonly bandOf: Uint8Array
  readonly bands: ReadonlyMap<Band, BandOffer>
}
/** The value of `bandOf` for a seat that is not for sale. It is drawn as taken. */
export const notForSale = 255

/** An omitted rule lets every seat pass. A seat that fails a rule is dimmed and cannot be chosen. Compared by identity. */
export type SeatFilters = {
  readonly bands?: ReadonlySet<Band>
  readonly types?: ReadonlySet<SeatType>
  /** All of them must hold: `stepFree`, `endOfRow`, `hearingLoop` … */
  readonly flags?: ReadonlySet<SeatFlag>
}
export const noFilters: SeatFilters = {}

/** CSS pixels along each edge that panels of the screen cover. */
export type Inset = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }

export type AreaSummary = {
  readonly area: number
  readonly free: number
  readonly seats: number
  readonly from: Money | undefined
  readonly to: Money | undefined
}

/** Every word of the map, in the visitor's language. Compared by identity: keep it stable between renders. */
export type SeatWords = {
  /** "Stalls" */
  areaName: (area: number) => string
  /** "from £15", drawn under the area's name when far; `undefined` amount: "sold out". */
  areaPrice: (from: Money | undefined) => string
  /** "42 left", drawn under the price where there is room. */
  areaLeft: (free: number) => string
  /** "Row C", "Table 5"; for a standing area its name */
  rowName: (row: number) => string
  /** "Row C seat 14, £45.00, band B, aisle", and what is unusual; for `taken`: the localised word for it. */
  seatName: (seat: number, status: SeatStatus) => string
  /** "Pit, standing, £18.00": the control for the number of places. */
  standingName: (area: number) => string
  /** "2 of 120": places chosen, of those that can be chosen. */
  standingCount: (count: number, most: number) => string
  /** "Stalls seats" */
  gridName: (area: number) => string
  /** "143 of 612 available, £15 to £120. Arrow keys move, Space selects, question mark for help." */
  gridSummary: (summary: AreaSummary) => string
  /** "4 taken seats passed" */
  takenPassed: (seats: number) => string
  /**
   * "Row C seat 14 selected. 2 seats, £90.00. Not held yet." `seats` has several for a party. `selection` is the selection
   * afterwards.
   */
  selected: (seats: readonly number[], selection: readonly number[]) => string
  seatsCleared: (seats: readonly number[], selection: readonly number[]) => string
  /** "Row C seat 14 has just been taken and is no longer in your selection." */
  seatLost: (seat: number) => string
  /** "38 seats match." */
  matching: (seats: number) => string
  /** "Zoom 150 per cent, rows C to J." `rows` are the first and the last of the current area in view, if any. */
  zoomChanged: (percent: number, rows: readonly [first: number, last: number] | undefined) => string
  /** "No seat Q9 here." */
  notFound: (name: string) => string
  /** "Arrow keys also stop on taken seats" / "… only on seats you can choose" */
  exploring: (takenToo: boolean) => string
  /** "Stalls: 143 of 612 available" when the current area changes by a key. */
  areaShown: (summary: AreaSummary) => string
  /** The accessible name of the map: "Seat map of the Olivier". */
  mapName: string
}

/** Words of the list, beside {@link SeatWords}. */
export type SeatListWords = Pick<SeatWords, 'areaName' | 'rowName' | 'seatName' | 'standingName' | 'standingCount'> & {
  /** "How many?", beside the number of places to stand. */
  howMany: string
  /** "120 left" */
  left: (places: number) => string
  fewer: string
  more: string
  /** "143 of 612 available · £15 to £120" */
  areaSummary: (summary: AreaSummary) => string
  /** "Step-free", "By stairs only", or that the access is unknown. */
  areaAccess: (access: AreaAccess) => string
  /** "9 taken" */
  takenSummary: (seats: number) => string
  /** Seat column: "14", or with its type: "14 · Wheelchair space". */
  seatLabel: (seat: number) => string
  price: (seat: number) => string
  band: (seat: number) => string
  /** "Front view", "Side view" … */
  viewOfStage: (seat: number) => string
  /** "Step-free, end of row"; empty without any. */
  facts: (seat: number) => string
  columns: {
    readonly choose: string
    readonly seat: string
    readonly price: string
    readonly band: string
    readonly view: string
    readonly facts: string
    readonly details: string
  }
  /** "Row C seats 14 to 17, together, £45.00 each" */
  groupName: (seats: readonly number[]) => string
  /** The seat column of a group: "14–17". */
  groupLabel: (seats: readonly number[]) => string
  /** "£45.00 each", or "£45.00 to £60.00 each" */
  groupPrice: (seats: readonly number[]) => string
  /** Facts that hold for each of them, listed once. */
  groupFacts: (seats: readonly number[]) => string
  /** The text for an area without that many adjacent free seats. */
  noGroup: (size: number) => string
  /** Text of the button that opens details of a seat. */
  details: string
  /** Its accessible name: "Details of Row C seat 14". */
  detailsOf: (seat: number) => string
  /** Beside a chosen seat, so that a keyboard user need not Tab through the rest of the hall: "To your seats". */
  done: string
  /** "Sort by" and its choices. */
  sortBy: string
  sorts: { readonly row: string; readonly price: string; readonly stepFree: string }
  showTaken: string
  showMore: string
  /** The text for a hall in which nothing is left or nothing matches. */
  empty: string
}

/** Props that map and list have in common: seats and selection, never a basket. */
export type SeatChoiceProps = {
  readonly plan: Plan
  readonly store: SeatStore
  readonly offers: SeatOffers
  /** Seat indices, in the order they were chosen. */
  readonly selection: readonly number[]
  /** Seats already in this visitor's basket. */
  readonly mine?: readonly number[]
  readonly filters?: SeatFilters
  /** One view (level) of the plan, or `'all'`, the default. */
  readonly view?: string
  /** Called when the visitor chooses or clears this seat. The host applies limits: nothing changes until `selection` does. */
  readonly onToggle: (seat: number) => void
  /**
   * Called with the new number of chosen places in a standing area, from 0 to the number of remaining places. Never called
   * for a hall without standing areas.
   */
  readonly onStandingCountChange?: (area: number, count: number) => void
  /** Called when the visitor requests details of a seat: Enter in the grid, a long press on the map. */
  readonly onDetails?: (seat: number) => void
}

/** Position of a drawn seat, in CSS pixels from the map's top left corner. */
export type SeatSpot = {
  readonly seat: number
  readonly x: number
  readonly y: number
  readonly size: number
  readonly by: 'pointer' | 'focus'
}

export type CameraReport = {
  /** 100 is the whole view fitted. */
  readonly percent: number
  readonly canZoomIn: boolean
  readonly canZoomOut: boolean
  /** Diameter of a seat on screen, CSS pixels. */
  readonly seatSize: number
  /** Plan to screen: `screen = plan · k + (x, y)`, in CSS pixels from the map's top left corner. */
  readonly camera: { readonly x: number; readonly y: number; readonly k: number }
}

/** A camera position independent of the screen: the point of the plan in the middle, and the diameter of seats in CSS pixels. */
export type Framing = { readonly x: number; readonly y: number; readonly seatSize: number }

/** The camera for buttons: there is a method for every gesture. */
export type SeatMapHandle = {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Moves the view by a share of what is visible: `panBy(0.25, 0)` looks further right. */
  panBy: (right: number, down: number) => void
  flyToArea: (area: number) => void
  flyToSeat: (seat: number) => void
  /** The current camera position, which {@link SeatMapHandle.setFraming} restores; `undefined` until the map draws. */
  framing: () => Framing | undefined
  setFraming: (framing: Framing) => void
  /** Moves keyboard focus to the seat in the grid. */
  focusSeat: (seat: number) => void
}

export type SeatMapProps = SeatChoiceProps & {
  readonly words: SeatWords
  /** By default read from the custom properties (`--house`, `--band-a` …) that apply to the map. */
  readonly palette?: SeatPalette
  /** By default `prefers-reduced-motion` decides. */
  readonly reducedMotion?: boolean
  /**
   * Whether keys that write a character are shortcuts in the grid: names of seats, T, 0, +, −, ?. True by default. Offer a
   * way to turn them off for visitors with speech input or a tremor (WCAG 2.1.4).
   */
  readonly characterKeys?: boolean
  /** Margins in CSS pixels that fitting, flying and following the focus keep clear. Compared by value. */
  readonly inset?: Inset
  /**
   * Called with the seat that the pointer rests on or that has the focus; with `undefined` when there is none, or Esc was
   * pressed.
   */
  readonly onHover?: (spot: SeatSpot | undefined) => void
  /** Whether a drag draws a selection frame, as it does with Shift, instead of panning. */
  readonly lasso?: boolean
  /** Called with the seats in a selection frame that can be chosen and are not chosen yet. */
  readonly onLasso?: (seats: readonly number[]) => void
  /** Called when a standing area was clicked or tapped: the host asks for the number of places. */
  readonly onStandingArea?: (area: number) => void
  /** Called with the area that the keyboard grid shows. */
  readonly onAreaChange?: (area: number) => void
  readonly onCameraChange?: (camera: CameraReport) => void
  /** "?" was pressed in the grid. */
  readonly onHelp?: () => void
  /** Called after the first frame, with the painter that drew it; from then on `ref` moves the camera. */
  readonly onReady?: (painter: 'webgl' | 'canvas') => void
  /** Neither WebGL nor a 2D canvas is available, or drawing failed for `reason`; the grid still works. */
  readonly onUndrawable?: (reason?: unknown) => void
  readonly ref?: Ref<SeatMapHandle>
}

export type SeatListProps = SeatChoiceProps & {
  readonly words: SeatListWords
  /** Above 1, groups of this number of adjacent seats are listed instead of single seats. */
  readonly party?: number
  /** Called with a group that the visitor chooses; or clears, if all its seats are chosen. */
  readonly onToggleGroup?: (seats: readonly number[]) => void
  /** Called when the visitor has finished choosing: move the focus to the button that adds the seats. */
  readonly onDone?: () => void
  /** Level of the areas' headings, 3 by default. */
  readonly headingLevel?: 2 | 3 | 4
}
