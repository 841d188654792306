import { type Plan, type PlanData, readPlan } from '@playhouse/domain/plan'

/** The same hall for every contestant: blocks of 20 bent rows of 25 seats round a stage, nine bands, a third taken. */
export type BenchHall = {
  readonly plan: Plan
  /** 0 to 8, by distance from the stage. */
  readonly bandOf: Uint8Array
  /** 0 free, 1 taken. */
  readonly outlook: Uint8Array
  /** Diameter of a seat, plan units. */
  readonly seatSize: number
}

export const seatPitch = 50
const bend = 120

export function buildHall(seats: number, rowsOfBlock = 20, seatsOfRow = 25): BenchHall {
  const seatsOfBlock = rowsOfBlock * seatsOfRow
  const [blockWidth, blockHeight] = [seatsOfRow * seatPitch + 250, rowsOfBlock * 80 + 450]
  const blocks = Math.ceil(seats / seatsOfBlock)
  const columns = Math.max(1, Math.round(Math.sqrt((blocks * 1.6 * blockHeight) / blockWidth)))
  const lines = Math.ceil(blocks / columns)
  const areas: PlanData['areas'] = []
  const rows: PlanData['rows'] = []
  const [x, y]: [number[], number[]] = [[], []]
  for (let block = 0; block < blocks; block++) {
    const left = ((block % columns) - (columns - 1) / 2) * blockWidth
    const top = Math.floor(block / columns) * blockHeight + 600
    const half = (seatsOfRow * seatPitch) / 2 + 40
    areas.push({
      id: String(block + 1),
      view: 'all',
      name: String(block + 1),
      outline: [
        [left - half, top - 60],
        [left, top - 60 + bend],
        [left + half, top - 60],
        [left + half, top + rowsOfBlock * 80],
        [left, top + rowsOfBlock * 80 + bend],
        [left - half, top + rowsOfBlock * 80],
      ].map(([px, py]) => [Math.round(px!), Math.round(py!)]),
      floorsAboveStage: 0,
      stepFree: false,
      steps: 0,
      entrance: 'A',
      toiletMetres: 10,
    })
    for (let row = 0; row < rowsOfBlock && x.length < seats; row++) {
      const count = Math.min(seatsOfRow, seats - x.length)
      for (let place = 0; place < count; place++) {
        const across = place - (seatsOfRow - 1) / 2
        x.push(Math.round(left + across * seatPitch))
        y.push(Math.round(top + row * 80 + bend * (1 - (across / seatsOfRow) ** 2 * 4)))
      }
      rows.push({
        area: block,
        label: row < 26 ? String.fromCharCode(65 + row) : `A${String.fromCharCode(39 + row)}`,
        seats: count,
        from: 1,
        step: 1,
      })
    }
  }
  const width = columns * blockWidth
  const plan = readPlan({
    hall: 'bench',
    version: String(seats),
    name: 'Bench',
    viewBox: { x: Math.round(-width / 2) - 200, y: -300, width: width + 400, height: lines * blockHeight + 1200 },
    stage: {
      polygon: [
        [-900, -100],
        [900, -100],
        [900, 300],
        [-900, 300],
      ],
      z: 0,
      label: 'Stage',
    },
    views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: 0, y: 0, width: 1, height: 1 } }],
    areas,
    rows,
    seats: {
      x: differences(x),
      y: differences(y),
      z: x.map(() => 0),
      type: [[0, x.length]],
      flags: [[0, x.length]],
      note: [[0, x.length]],
    },
    notes: [],
  })
  const furthest = Math.hypot(width / 2, lines * blockHeight)
  return {
    plan,
    bandOf: Uint8Array.from(x, (px, seat) => Math.min(8, Math.floor((Math.hypot(px, y[seat]!) / furthest) * 9))),
    outlook: Uint8Array.from(x, (_, seat) => (scatter(seat) % 3 === 0 ? 1 : 0)),
    seatSize: seatPitch * 0.84,
  }
}

/** The same numbers in every run: a hash instead of chance. */
export const scatter = (value: number): number => {
  let hash = Math.imul(value + 1, 0x9e3779b1)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca77)
  return (hash ^ (hash >>> 13)) >>> 0
}

const differences = (values: readonly number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0))
