import { levelStart } from '#look'
import type { PointerPosition } from './gesture-handlers.ts'

/** Minimum size of a seat that a finger can choose (WCAG 2.5.8); CSS pixels. */
export const touchTarget = 24
/**
 * A mouse is precise and shows the seat under it on hover, so it may choose seats from the size at which their letter is
 * drawn. List and grid are the equivalent control that 2.5.8 requires.
 */
export const mouseTarget = levelStart.glyphs

/** The effect of a tap: choose the seat under it, or zoom in because seats are too small to hit. */
export const tapMeans = (seatSize: number, kind: PointerPosition['kind']): 'choose' | 'approach' =>
  seatSize >= (kind === 'touch' ? touchTarget : mouseTarget) ? 'choose' : 'approach'
