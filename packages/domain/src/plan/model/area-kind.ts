/**
 * The kinds of area. Order is the wire order: append, never reorder.
 * - `seated`: rows of seats.
 * - `standing`: a floor with a capacity. Its places are one row at one point: each is sold once, and none has a position, so
 *   no row or number is shown.
 * - `box`: a few seats within walls, which are its outline.
 */
export const areaKinds = ['seated', 'standing', 'box'] as const
export type AreaKind = (typeof areaKinds)[number]
