/** A point in centimetres on a plan, or in the unit of an imported file. */
export type Point = { readonly x: number; readonly y: number }
/** A corner of a polygon, in the same units. */
export type Corner = readonly [x: number, y: number]
