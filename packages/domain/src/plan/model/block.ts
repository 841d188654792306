/**
 * Seats sold only together, as `[first seat, seats]` over the plan's seats: a household at its table, or two chairs and the
 * distance kept round them. Blocks do not overlap.
 */
export type SeatBlocks = readonly (readonly [first: number, seats: number])[]

/** The seats of a seat's block, including the seat; only the seat itself if it is in no block. */
export function blockOf(blocks: SeatBlocks | undefined, seat: number): number[] {
  const block = blocks?.find(([first, seats]) => seat >= first && seat < first + seats)
  return block ? Array.from({ length: block[1] }, (_, place) => block[0] + place) : [seat]
}

/** Every block that some of the seats are in, whole. */
export const wholeBlocks = (blocks: SeatBlocks | undefined, seats: readonly number[]): number[] => [
  ...new Set(seats.flatMap((seat) => blockOf(blocks, seat))),
]

/** Whether the seats contain no part of a block without the rest. */
export const isWhole = (blocks: SeatBlocks | undefined, seats: readonly number[]): boolean =>
  wholeBlocks(blocks, seats).length === new Set(seats).size
