import { shorten } from './drawing.ts'

/** Position of a seat's number, in diameters below its middle, and its height in diameters. The band's letter is above it. */
export const numberPlace = { down: 0.15, height: 0.42 } as const

/** Height of a number in diameters. Long numbers are smaller, so that they fit inside the seat. */
export const numberHeight = (text: string): number => numberPlace.height * Math.min(1, 2.6 / text.length)

/** Max length of a number that is readable in a seat. */
const longestNumber = 8

/** A seat's number as drawn, shortened; its accessible name has all of it. */
export const drawnNumber = (text: string): string => shorten(text, longestNumber)
