import type { Plan } from '@playhouse/domain/plan'

/** Seats of a plan without two in any row stand this far apart, in centimetres: a usual theatre seat's width. */
const usualPitch = 52
const sample = 2_000

/**
 * Median distance between neighbours in a row, in plan units: what a seat's drawn size and the hit test go by. Where people
 * sit at tables a chair is a chair, however wide they sit apart: larger ones would lie upon the table.
 */
export function seatPitch(plan: Pick<Plan, 'rows' | 'x' | 'y' | 'seatCount'>): number {
  const pitch = pitchInRows(plan)
  return plan.rows.some(({ table }) => table) ? Math.min(pitch, usualPitch) : pitch
}

function pitchInRows(plan: Pick<Plan, 'rows' | 'x' | 'y' | 'seatCount'>): number {
  const gaps: number[] = []
  const stride = Math.max(1, Math.floor(plan.seatCount / sample))
  for (const { firstSeat, seatCount } of plan.rows.filter(({ table }) => !table))
    for (let seat = firstSeat; seat + 1 < firstSeat + seatCount; seat += stride) {
      const gap = Math.hypot(plan.x[seat + 1]! - plan.x[seat]!, plan.y[seat + 1]! - plan.y[seat]!)
      // Seats on top of each other say nothing about the pitch.
      if (gap > 1) gaps.push(gap)
    }
  gaps.sort((a, b) => a - b)
  return gaps[gaps.length >> 1] ?? usualPitch
}
