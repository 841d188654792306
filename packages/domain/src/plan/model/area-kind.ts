/**
 * What an area is. Order is the wire order: append, never reorder.
 * - `seated`: rows of seats.
 * - `standing`: a floor with room for so many. Its places are one row on one spot: each is sold once, none has a place
 *   to look for, so no row or number is shown.
 * - `box`: a few seats within walls, which are its outline.
 */
export const areaKinds = ['seated', 'standing', 'box'] as const
export type AreaKind = (typeof areaKinds)[number]
