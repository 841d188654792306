import { shorten } from './drawing.ts'

/** Where in a seat its number stands: diameters below its middle, and how tall it is. The band's letter is above it. */
export const numberPlace = { down: 0.15, height: 0.42 } as const

/** How tall a number is in diameters: long ones are smaller, so that they stay inside the seat. */
export const numberHeight = (text: string): number => numberPlace.height * Math.min(1, 2.6 / text.length)

/** Max length of a number that is readable in a seat. */
const longestNumber = 8

/** A seat's number as drawn, shortened; its accessible name has all of it. */
export const drawnNumber = (text: string): string => shorten(text, longestNumber)
