import type { PlanDraft } from './draft.ts'
import { hasFlag, type Plan, typeOf } from './plan.ts'
import { type SeatFlag, seatFlag } from './schema.ts'

const flags = Object.keys(seatFlag) as SeatFlag[]

/** A plan in its editable form, for changes or export: the inverse of `writePlan`. */
export function draftOf(plan: Plan): PlanDraft {
  return {
    hall: plan.hall,
    version: plan.version,
    name: plan.name,
    viewBox: plan.viewBox,
    stage: plan.stage,
    views: plan.views,
    ...(plan.photos.length > 0 && { photos: [...plan.photos] }),
    areas: plan.areas.map(({ index: _index, firstSeat: _seat, seatCount: _seats, firstRow, rowCount, ...area }) => ({
      ...area,
      rows: plan.rows.slice(firstRow, firstRow + rowCount).map((row) => ({
        label: row.label,
        ...(row.table && { table: row.table }),
        seats: Array.from({ length: row.seatCount }, (_, place) => {
          const seat = row.firstSeat + place
          const note = plan.noteOf(seat)
          return {
            id: plan.idOf(seat),
            number: plan.numberOf(seat),
            x: plan.x[seat]!,
            y: plan.y[seat]!,
            z: plan.z[seat]!,
            type: typeOf(plan, seat),
            flags: flags.filter((flag) => hasFlag(plan, seat, flag)),
            ...(note !== undefined && { note }),
          }
        }),
      })),
    })),
  }
}
