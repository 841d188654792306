import type { PlanDraft } from '../model/draft.ts'
import { farthest } from '../model/columns.ts'
import { maxAreas } from '../model/plan.ts'
import { maxSeats } from '../../seat/seat.ts'
import type { FindingList } from '../report/finding.ts'
import { seatTypes } from '../model/schema.ts'
import { disambiguateIds, wantedIds } from '../model/seat-ids.ts'
import { reportNameless } from './numbers.ts'

/**
 * Checks a draft for faults that a written plan cannot have.
 * @returns whether the draft can be written
 */
export function checkDraft(draft: PlanDraft, findings: FindingList): boolean {
  const { areas } = draft
  let canWrite = true
  const refuse = (...finding: Parameters<FindingList['add']>): void => {
    canWrite = false
    findings.add(...finding)
  }
  const expectedIds = wantedIds(draft)
  const ids = disambiguateIds(expectedIds)
  let count = 0
  for (const { id: area, kind, rows } of areas)
    for (const { label, seats } of rows) {
      const first = count
      reportNameless({ area, kind, label, numbers: seats.map(({ number }) => number), idAt: (place) => ids[first + place]! }, findings)
      if (seats.length === 0 && label !== '') findings.add('row-without-seats', { area, at: label })
      for (const seat of seats) {
        const id = ids[count]!
        if (id !== expectedIds[count]) findings.add('renamed-id', { area, at: id })
        count += 1
        if ([seat.x, seat.y, seat.z].some((length) => !(Math.abs(length) <= farthest))) refuse('unreadable-position', { area, at: id })
        if (seat.type && !seatTypes.includes(seat.type)) refuse('unknown-type', { area, at: `${id}: ${String(seat.type)}` })
      }
    }
  if (areas.length > maxAreas) refuse('too-many-areas', { params: { areas: areas.length, most: maxAreas } })
  if (count > maxSeats) refuse('too-many-seats', { params: { seats: count, most: maxSeats } })
  return canWrite
}
