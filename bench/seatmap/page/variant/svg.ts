import { select } from 'd3-selection'
import { zoom, zoomIdentity } from 'd3-zoom'
import { screen } from '../camera.ts'
import { colourOf, takenColour } from '../colour.ts'
import type { VariantMaker } from './variant.ts'

/** One circle per seat in one group that d3-zoom moves, like most seat maps on the web. */
export const svg: VariantMaker = async (host, { plan, bandOf, outlook, seatSize }) => {
  const create = <K extends keyof SVGElementTagNameMap>(name: K): SVGElementTagNameMap[K] =>
    document.createElementNS('http://www.w3.org/2000/svg', name)
  const root = create('svg')
  root.setAttribute('width', String(screen.width))
  root.setAttribute('height', String(screen.height))
  const group = create('g')
  root.append(group)
  let turn = 0
  const fillOf = (seat: number): string => (outlook[seat] ? takenColour : colourOf(bandOf[seat]!, turn))
  const circles = Array.from({ length: plan.seatCount }, (_, seat) => {
    const circle = create('circle')
    circle.setAttribute('cx', String(plan.x[seat]))
    circle.setAttribute('cy', String(plan.y[seat]))
    circle.setAttribute('r', String(seatSize / 2))
    circle.setAttribute('fill', fillOf(seat))
    return circle
  })
  group.append(...circles)
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.0001, 100])
    .on('zoom', ({ transform }) => group.setAttribute('transform', String(transform)))
  const selected = select<SVGSVGElement, unknown>(root)
  behaviour(selected)
  host.append(root)
  return {
    look: ({ x, y, k }) => behaviour.transform(selected, zoomIdentity.translate(x, y).scale(k)),
    change: (seats) => {
      for (const seat of seats) {
        outlook[seat]! ^= 1
        circles[seat]!.setAttribute('fill', fillOf(seat))
      }
    },
    recolour: (next) => {
      turn = next
      circles.forEach((circle, seat) => circle.setAttribute('fill', fillOf(seat)))
    },
    filter: (next) => circles.forEach((circle, seat) => circle.setAttribute('opacity', bandOf[seat]! < 9 - (next % 5) ? '1' : '0.3')),
  }
}
