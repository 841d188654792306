import { SeatMapCanvas } from '@alisaitteke/seatmap-canvas'
import { colourOf, takenColour } from '../colour.ts'
import type { VariantMaker } from './variant.ts'

type PeerSeat = { svg: { setColor: (colour: string) => void } }
type Peer = {
  data: { addBulkBlock: (blocks: readonly object[]) => void; getBlock: (id: number) => { seats: PeerSeat[] } | undefined }
  svg: {
    stage: { node: { attr: (name: string, value: string) => void; interrupt: () => { attr: (name: string, value: string) => void } } }
  }
  zoomManager: { calculateZoomLevel: (k: number) => void; calculateActiveBlocks: () => void }
}

/** The most similar library: seats in blocks, drawn as SVG. Driven like its own zoom handler. */
export const seatmapCanvas: VariantMaker = async (host, { plan, bandOf, outlook, seatSize }) => {
  // It logs every call: silenced, or the console would be what is measured.
  for (const method of ['log', 'info'] as const) console[method] = () => {}
  host.classList.add('seats_container')
  const peer = new (SeatMapCanvas as unknown as new (selector: string, config: object) => Peer)('#host', {
    resizable: false,
    min_zoom: 0.001,
    max_zoom: 100,
    seat_style: { radius: seatSize / 2 },
    style: { seat: { radius: seatSize / 2 } },
  })
  let turn = 0
  const colour = (seat: number): string => (outlook[seat] ? takenColour : colourOf(bandOf[seat]!, turn))
  peer.data.addBulkBlock(
    plan.areas.map(({ name, firstSeat, seatCount, index }) => ({
      id: index + 1,
      title: name,
      color: colourOf(bandOf[firstSeat]!, 0),
      labels: [],
      seats: Array.from({ length: seatCount }, (_, place) => ({
        id: firstSeat + place,
        title: String((place % 25) + 1),
        x: plan.x[firstSeat + place],
        y: plan.y[firstSeat + place],
        salable: outlook[firstSeat + place] === 0,
        color: colour(firstSeat + place),
      })),
    })),
  )
  const drawnSeats = plan.areas.flatMap(({ index }) => peer.data.getBlock(index + 1)?.seats ?? [])
  return {
    look: ({ x, y, k }) => {
      peer.svg.stage.node.interrupt().attr('transform', `translate(${x},${y})scale(${k})`)
      peer.zoomManager.calculateZoomLevel(k)
    },
    change: (seats) => {
      for (const seat of seats) {
        outlook[seat]! ^= 1
        drawnSeats[seat]!.svg.setColor(colour(seat))
      }
    },
    recolour: (next) => {
      turn = next
      drawnSeats.forEach(({ svg }, seat) => svg.setColor(colour(seat)))
    },
  }
}
