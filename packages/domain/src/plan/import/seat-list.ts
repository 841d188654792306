import { createNamer, slugOf } from '../derive/label.ts'
import { createFindings } from '../report/finding.ts'
import type { FoundArea, FoundHall, FoundSeat } from './found.ts'
import { isRecord, type Json, lengthOf, listOf, textOf } from './json.ts'

const placeNames = [
  ['x', 'y'],
  ['cx', 'cy'],
  ['left', 'top'],
] as const
const areaNames = ['ZoneName', 'zone', 'area', 'section', 'level', 'block', 'Zone', 'Area', 'Section', 'Level']
const rowNames = ['row', 'Row', 'rowLabel', 'row_label', 'row_name', 'rowName']
const numberNames = ['number', 'seat', 'Seat', 'seatNumber', 'seat_number', 'Number', 'label']
const categoryNames = ['category', 'Category', 'price', 'priceZone', 'type']

/** A drawing program's element that is a word on the drawing, or a bare row letter. */
const wordId = /^(text|label|title)\b/i
/** `seat-38-C-7`: number, row and a number of the zone; other ids tell nothing. */
const tellingId = /^seat-([^-]+)-([^-]*[\p{L}][^-]*)(?:-[^-]+)?$/iu

const first = (item: Json, names: readonly string[]): string => {
  for (const name of names) if (textOf(item[name]) !== '') return textOf(item[name])
  return ''
}

const placesOf = (json: unknown): readonly unknown[] =>
  Array.isArray(json) ? json : isRecord(json) ? listOf(json['seats'] ?? json['places']) : []

const hasPlace = (item: unknown): item is Json => isRecord(item) && placeNames.some(([x, y]) => x in item && y in item)

/** Whether a file is a plain list of places: every item has coordinates, under one name or another. */
export function isSeatList(json: unknown): boolean {
  const items = placesOf(json)
  return items.length > 0 && items.filter(hasPlace).length > items.length / 2
}

/** Reads a flat list of seats as drawing programs write it: coordinates, perhaps a zone, a row and a number. */
export function findSeatList(json: unknown): FoundHall {
  const findings = createFindings()
  const nameArea = createNamer()
  type Zone = { area: { id: string; name: string }; rows: Map<string, FoundSeat[]>; loose: FoundSeat[] }
  const zones = new Map<string, Zone>()
  const zoneOf = (name: string): Zone => {
    const known = zones.get(name) ?? { area: { id: nameArea(slugOf(name) || 'hall'), name: name || 'Hall' }, rows: new Map(), loose: [] }
    zones.set(name, known)
    return known
  }

  placesOf(json).forEach((item, index) => {
    const source = `[${index}]`
    if (!isRecord(item)) return findings.add('not-a-seat', { at: source })
    const id = first(item, ['id', 'guid', 'uuid', 'seat_guid'])
    if (wordId.test(id)) return findings.add('labels-left-out', { at: first(item, areaNames) || source })
    const [, tellsNumber = '', tellsRow = ''] = tellingId.exec(id) ?? []
    const [row, number] = [first(item, rowNames) || tellsRow, first(item, numberNames) || tellsNumber]
    const { area, rows, loose } = zoneOf(first(item, areaNames))
    const seat: FoundSeat = { place: placeOf(item), number, id, category: first(item, categoryNames), source }
    const ofRow = rows.get(row)
    if (ofRow) ofRow.push(seat)
    else if (row) rows.set(row, [seat])
    else {
      findings.add('seat-without-row', { area: area.id, at: id || source })
      loose.push(seat)
    }
  })
  const areas = [...zones.values()].map(({ area, rows, loose }): FoundArea => ({
    ...area,
    rows: [
      ...[...rows].map(([label, seats]) => ({ label, seats })),
      ...(loose.length > 0 ? [{ label: '', seats: loose, isLoose: true }] : []),
    ],
  }))
  return { name: isRecord(json) ? textOf(json['name']) : '', areas, categories: [], stage: undefined, size: undefined, findings }
}

function placeOf(item: Json): FoundSeat['place'] {
  for (const [across, down] of placeNames) {
    const [x, y] = [lengthOf(item[across]), lengthOf(item[down])]
    if (x !== undefined && y !== undefined) return { x, y }
  }
  return undefined
}
