import { createCore, createEngine, createPalette, loadPainter, type SeatOffers } from '@playhouse/seatmap/engine'
import { createSeatStore } from '@playhouse/seatmap/store'
import { money } from '@playhouse/domain/money'
import { bands } from '@playhouse/domain/pricing'
import { bandColours, colourOf, ground, takenColour } from '../colour.ts'
import { screen } from '../camera.ts'
import { type BenchHall } from '../hall.ts'
import type { VariantMaker } from './variant.ts'

/** The shop fetches it while the visitor still reads: code is there when the map is opened. Its context is made then. */
await loadPainter()

/** The package as a host without React uses it: through `./engine`. */
export const ours: VariantMaker = async (host, hall) => {
  const { plan, outlook, seatSize: seatDiameter } = hall
  const store = createSeatStore(plan)
  let version = 0
  store.load(outlook, version)
  const makePainter = await loadPainter()
  if (!makePainter) throw new Error('nothing to draw with')
  const offers = offersOf(hall)
  const engine = await createEngine({
    host,
    plan,
    store,
    offers,
    palette: palettes[0]!,
    words: {
      areaName: (area) => plan.areas[area]!.name,
      areaPrice: (from) => (from === undefined ? 'sold out' : `from £${from / 100}`),
      areaLeft: (free) => `${free} left`,
    },
    makePainter,
    onPick: () => {},
    onHover: () => {},
    onCamera: () => {},
    onArea: () => {},
  })
  let index: ReturnType<typeof createCore>['index'] | undefined
  let indexTime = 0
  const openIndex = (): NonNullable<typeof index> => {
    if (index) return index
    const core = createCore(plan, store, offers)
    const start = performance.now()
    index = core.index
    index.nearest(0, 0, 1)
    indexTime = performance.now() - start
    return index
  }
  return {
    look: ({ x, y, k }) => engine.setFraming({ x: (screen.width / 2 - x) / k, y: (screen.height / 2 - y) / k, seatSize: k * seatDiameter }),
    change: (seats) =>
      void store.apply(
        seats.map((seat) => [seat, store.outlook[seat]! ^ 1] as const),
        ++version,
      ),
    recolour: (turn) => engine.setPalette(palettes[turn % palettes.length]!),
    filter: (turn) => engine.setFilters({ bands: new Set(bands.slice(0, 9 - (turn % 5))) }),
    pick: (x, y) => openIndex().nearest(x, y, hall.seatSize),
    indexTime: () => (openIndex(), indexTime),
    destroy: engine.destroy,
  }
}

const offersOf = ({ bandOf }: BenchHall): SeatOffers => ({
  bandOf,
  bands: new Map(
    bands.map((band, at) => [band, { letter: 'QPABCDEFS'[at]!, priceFrom: money((10 - at) * 1_000), price: `£${(10 - at) * 10}` }]),
  ),
})

const dark: Readonly<Record<string, string>> = {
  house: ground,
  'house-raised': '#221d19',
  'house-ink': '#f6efe6',
  'house-soft': '#b3a99d',
  'house-line': '#3b342d',
  stage: '#e8c98f',
  'stage-ink': '#2a2013',
  'seat-taken': takenColour,
  'seat-selected': '#ffffff',
  focus: '#7cc4ff',
}
const palettes = bandColours.map((_, turn) =>
  createPalette(
    (token) =>
      dark[token] ??
      colourOf(
        bands.findIndex((band) => token === `band-${band}`),
        turn,
      ),
  ),
)
