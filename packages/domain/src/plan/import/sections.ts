import { createNamer, slugOf } from '../derive/label.ts'
import { createFindings } from '../report/finding.ts'
import { maxSeats } from '../../seat/seat.ts'
import { categoriesIn, type ParsedArea, type ParsedHall, type ParsedSeat } from './parsed-hall.ts'
import { isRecord, type Json, lengthOf, listOf, textOf } from './json.ts'
import { capacityOf, standingRoom } from './standing-room.ts'

/** Whether a file has sections beside seats that name their section (`sid`) and row (`rid`). */
export const isSections = (json: unknown): boolean =>
  isRecord(json) && isRecord(json['sections']) && listOf(json['seats']).some((seat) => isRecord(seat) && 'sid' in seat)

/** Reads sections, rows and seats that refer to each other by ids. Nothing has a label, so ids name areas. */
export function parseSections(json: Json): ParsedHall {
  const findings = createFindings()
  const nameArea = createNamer()
  const rows = new Map<string, Map<string, ParsedSeat[]>>()
  const sections = isRecord(json['sections']) ? Object.entries(json['sections']) : []
  const floors = new Map<string, Json>()
  for (const [key, section] of sections) {
    const id = isRecord(section) ? textOf(section['id']) || key : key
    rows.set(id, new Map())
    if (isRecord(section) && capacityOf(section) !== undefined) floors.set(id, section)
  }

  for (const [key, seat] of Object.entries(isRecord(json['seats']) ? json['seats'] : listOf(json['seats']))) {
    const source = `seats[${key}]`
    if (!isRecord(seat)) {
      findings.add('not-a-seat', { at: source })
      continue
    }
    const [section, row] = [textOf(seat['sid']), textOf(seat['rid'])]
    const [x, y] = [lengthOf(seat['x']), lengthOf(seat['y'])]
    const ofSection = rows.get(section) ?? new Map<string, ParsedSeat[]>()
    rows.set(section, ofSection)
    const parsedSeat: ParsedSeat = {
      place: x === undefined || y === undefined ? undefined : { x, y },
      number: textOf(seat['number']),
      id: textOf(seat['id']) || key,
      category: textOf(seat['category']),
      source,
    }
    if (row === '') findings.add('seat-without-row', { at: source })
    const ofRow = ofSection.get(row)
    if (ofRow) ofRow.push(parsedSeat)
    else ofSection.set(row, [parsedSeat])
  }
  let remainingPlaces = maxSeats - [...rows.values()].reduce((sum, ofSection) => sum + [...ofSection.values()].flat().length, 0)
  const areas = [...rows].map(([section, ofSection]): ParsedArea => {
    const floor = floors.get(section)
    const name = (floor && textOf(floor['name'])) || `Section ${section || '–'}`
    // If the section has seats, a capacity only counts them.
    if (floor && ofSection.size === 0) {
      const room = standingRoom(floor, { id: nameArea(slugOf(name)), name, source: `sections[${section}]` }, findings, remainingPlaces)
      remainingPlaces -= room?.rows[0]?.seats.length ?? 0
      if (room) return room
    }
    return {
      id: nameArea(slugOf(name)),
      name,
      rows: [...ofSection].map(([row, seats]) => (row === '' ? { label: '', seats, isLoose: true } : { label: '', seats })),
    }
  })
  return { name: textOf(json['name']), areas, categories: categoriesIn(areas), stage: undefined, size: undefined, findings }
}
