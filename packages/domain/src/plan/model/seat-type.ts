/** The physical types of seat. Order is the wire order: append, never reorder (`plan.seats.type` stores the index). */
export const seatTypes = [
  'standard',
  'wheelchair',
  'companion',
  'audio-described',
  'captioned',
  'bsl',
  'misc',
  'information',
  'restricted-view',
] as const
export type SeatType = (typeof seatTypes)[number]

/** The map key of the spec (section 3): the physical types and the two that are states. */
export const mapKeyEntries = [...seatTypes, 'unavailable', 'selected'] as const

/** Facts about one seat, one bit each; several may hold at once. */
export const seatFlag = {
  /** Beside an aisle or a wall: no neighbour on one side. */
  endOfRow: 1,
  /** Reached from the street without a single step. */
  stepFree: 2,
  /** A raised seat, like a bar stool: feet may not reach the floor. */
  highSeat: 4,
  /** A rail or the heads of the row in front cut into the view. */
  barInFront: 8,
  /** Inside the area of the hearing loop. */
  hearingLoop: 16,
} as const
export type SeatFlag = keyof typeof seatFlag
