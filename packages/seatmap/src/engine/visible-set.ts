import type { Camera, Size } from '#camera'
import type { Core, CoreArea } from './core.ts'
import type { Spans } from './painter.ts'

/** The visible part of the hall: areas, and the seats of their rows as spans. Refilled by each `update`. */
export type VisibleSet = {
  readonly areas: readonly CoreArea[]
  /** Grows when an area becomes visible. Labels of areas that left the screen do no harm. */
  readonly version: () => number
  readonly spans: Spans
  readonly update: (camera: Camera, size: Size) => void
}

export function createVisibleSet(core: Core): VisibleSet {
  const areas: CoreArea[] = []
  const spans = { count: 0, bounds: new Uint32Array(core.plan.rows.length * 2) }
  const { plan } = core
  // Radius of a seat with its ring.
  const reach = core.seatSize * 0.7
  /** By area: whether it was visible at this version. */
  const wasVisible = new Uint8Array(core.plan.areas.length)
  let version = 0

  const addSpan = (from: number, to: number): void => {
    const last = spans.count * 2 - 1
    // Adjacent ranges are merged into one draw call.
    if (spans.count > 0 && spans.bounds[last] === from) spans.bounds[last] = to
    else {
      spans.bounds[last + 1] = from
      spans.bounds[last + 2] = to
      spans.count += 1
    }
  }

  return {
    areas,
    spans,
    version: () => version,
    update: ({ x, y, k }, { width, height }) => {
      const left = -x / k - reach
      const top = -y / k - reach
      const right = (width - x) / k + reach
      const bottom = (height - y) / k + reach
      const { rowBoxes } = core
      spans.count = 0
      let count = 0
      let hasEntered = false
      for (const coreArea of core.areas()) {
        const { box, area } = coreArea
        if (box.x > right || box.y > bottom || box.x + box.width < left || box.y + box.height < top) continue
        hasEntered ||= wasVisible[area.index] === 0
        areas[count++] = coreArea
        // A standing area has no seats to draw.
        if (area.kind === 'standing') continue
        if (box.x >= left && box.y >= top && box.x + box.width <= right && box.y + box.height <= bottom) {
          addSpan(area.firstSeat, area.firstSeat + area.seatCount)
          continue
        }
        for (let row = area.firstRow; row < area.firstRow + area.rowCount; row++) {
          if (rowBoxes[row * 4]! > right || rowBoxes[row * 4 + 1]! > bottom) continue
          if (rowBoxes[row * 4 + 2]! < left || rowBoxes[row * 4 + 3]! < top) continue
          const { firstSeat, seatCount } = plan.rows[row]!
          addSpan(firstSeat, firstSeat + seatCount)
        }
      }
      areas.length = count
      if (!hasEntered) return
      version += 1
      wasVisible.fill(0)
      for (const { area } of areas) wasVisible[area.index] = 1
    },
  }
}
