import type { PriceTable } from '#modules/catalogue'

/** Whether the whole seat block of a seat is among some seats. */
export const isWholeIn = (blocks: NonNullable<PriceTable['list']['seatBlocks']>, seat: number, seats: readonly number[]): boolean => {
  const block = blocks.find(([first, seats]) => seat >= first && seat < first + seats)
  return !block || Array.from({ length: block[1] }, (_, place) => block[0] + place).every((each) => seats.includes(each))
}
