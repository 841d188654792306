import Konva from 'konva/lib/Core.js'
import { Circle } from 'konva/lib/shapes/Circle.js'
import { screen } from '../camera.ts'
import { colourOf, takenColour } from '../colour.ts'
import type { VariantMaker } from './variant.ts'

/** One Konva circle per seat on one layer. */
export const konva: VariantMaker = async (host, { plan, bandOf, outlook, seatSize }) => {
  const box = document.createElement('div')
  host.append(box)
  const stage = new Konva.Stage({ container: box, ...screen })
  const layer = new Konva.Layer()
  let turn = 0
  const fillOf = (seat: number): string => (outlook[seat] ? takenColour : colourOf(bandOf[seat]!, turn))
  const circles = Array.from(
    { length: plan.seatCount },
    (_, seat) => new Circle({ x: plan.x[seat]!, y: plan.y[seat]!, radius: seatSize / 2, fill: fillOf(seat), perfectDrawEnabled: false }),
  )
  layer.add(...circles)
  stage.add(layer)
  return {
    look: ({ x, y, k }) => {
      stage.position({ x, y })
      stage.scale({ x: k, y: k })
      stage.batchDraw()
    },
    change: (seats) => {
      for (const seat of seats) {
        outlook[seat]! ^= 1
        circles[seat]!.fill(fillOf(seat))
      }
    },
    recolour: (next) => {
      turn = next
      circles.forEach((circle, seat) => circle.fill(fillOf(seat)))
    },
    filter: (next) => circles.forEach((circle, seat) => circle.opacity(bandOf[seat]! < 9 - (next % 5) ? 1 : 0.3)),
  }
}
