import type { Box, Plan } from '@playhouse/domain/plan'
import { type Camera, toScreen } from '#camera'
import { type Colour, type Ink, letterInk } from '#look'
import type { SeatIndex } from '#plan-index'
import { seatState } from '#store'
import type { Label } from './drawing.ts'

/** Where in the seat the number stands, in diameters below its middle, and how tall it is. The letter is above it. */
export const numberPlace = { down: 0.15, height: 0.42 } as const

export type NumberedHall = {
  readonly plan: Plan
  readonly index: SeatIndex
  readonly state: Readonly<Uint8Array>
  readonly bandOf: Readonly<Uint8Array>
  readonly passes: (seat: number) => boolean
}

/** Seat numbers of what is on screen, for seats that can be chosen or are chosen. */
export function seatNumbers(
  hall: NumberedHall,
  view: Box,
  isDrawn: (seat: number) => boolean,
  ink: Ink,
  camera: Camera,
  seatSize: number,
): Label[] {
  const labels: Label[] = []
  const inkOfBand: Colour[] = ink.bands.map((band) => letterInk(ink, band))
  const onSelected = letterInk(ink, ink.selected)
  hall.index.visit(view, (seat) => {
    const state = hall.state[seat]
    if (state === seatState.taken || state === seatState.hidden || !isDrawn(seat)) return
    if (state === seatState.free && !hall.passes(seat)) return
    const text = hall.plan.numberOf(seat)
    const [x, y] = toScreen(camera, hall.plan.x[seat]!, hall.plan.y[seat]!)
    const size = seatSize * numberPlace.height * Math.min(1, 2.6 / text.length)
    const colour = state === seatState.free ? inkOfBand[hall.bandOf[seat]!] : state === seatState.selected ? onSelected : ink.houseInk
    labels.push({ text, x, y: y + seatSize * numberPlace.down, size, weight: 700, colour: colour ?? ink.houseInk })
  })
  return labels
}
