import { levelStart } from '#look'
import type { PointerSpot } from './gesture-handlers.ts'

/** A finger needs a seat this wide to choose it (WCAG 2.5.8); CSS pixels. */
export const touchTarget = 24
/**
 * A mouse points to the pixel and shows on hover which seat it is over, so it may choose seats from the size at which
 * their letter is drawn. The list and the grid are the equivalent control that 2.5.8 asks for.
 */
export const mouseTarget = levelStart.glyphs

/** What a tap does: choose the seat under it, or fly nearer because seats are too small to hit. */
export const tapMeans = (seatSize: number, kind: PointerSpot['kind']): 'choose' | 'approach' =>
  seatSize >= (kind === 'touch' ? touchTarget : mouseTarget) ? 'choose' : 'approach'
