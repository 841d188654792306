import type { BenchHall } from './hall.ts'

/** Plan to screen: `screen = plan · k + (x, y)`, CSS pixels. */
export type Camera = { readonly x: number; readonly y: number; readonly k: number }
export type Phase = 'far' | 'zooming' | 'near'

export const screen = { width: 1280, height: 800 } as const
/** Diameter of a seat in the near phase, CSS pixels. */
const nearSeat = 27

export function fitHall({ plan: { viewBox } }: BenchHall): Camera {
  const k = Math.min(screen.width / viewBox.width, screen.height / viewBox.height)
  return lookAt(viewBox.x + viewBox.width / 2, viewBox.y + viewBox.height / 2, k)
}

/** The camera of each frame: a movement over the whole hall, a zoom to a seat, and a pan along seats at the speed of a hand. */
export function cameras(hall: BenchHall, phase: Phase, frames: number): Camera[] {
  const fit = fitHall(hall)
  const { plan } = hall
  const seat = plan.seatCount >> 1
  const nearScale = nearSeat / hall.seatSize
  const [sx, sy] = [plan.x[seat]!, plan.y[seat]!]
  const steps = Array.from({ length: frames }, (_, i) => i + 1)
  if (phase === 'far') return steps.map((i) => ({ k: fit.k, x: fit.x + Math.sin(i / 8) * 30, y: fit.y + Math.cos(i / 8) * 20 }))
  if (phase === 'near') return steps.map((i) => lookAt(sx + Math.sin(i / 60) * 1_200, sy + Math.cos(i / 60) * 600, nearScale))
  const [cx, cy] = [plan.viewBox.x + plan.viewBox.width / 2, plan.viewBox.y + plan.viewBox.height / 2]
  return steps.map((i) => {
    const share = i / frames
    return lookAt(cx + (sx - cx) * share, cy + (sy - cy) * share, fit.k * (nearScale / fit.k) ** share)
  })
}

const lookAt = (x: number, y: number, k: number): Camera => ({ k, x: screen.width / 2 - x * k, y: screen.height / 2 - y * k })
