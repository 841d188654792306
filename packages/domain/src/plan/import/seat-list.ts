import { createNamer, slugOf } from '../derive/label.ts'
import { createFindings } from '../report/finding.ts'
import { maxSeats } from '../../seat/seat.ts'
import { categoriesIn, type ParsedArea, type ParsedHall, type ParsedRow, type ParsedSeat } from './parsed-hall.ts'
import { isRecord, type Json, lengthOf, listOf, textOf } from './json.ts'
import { capacityOf, standingRoom, topAmong } from './standing-room.ts'

const placeNames = [
  ['x', 'y'],
  ['cx', 'cy'],
  ['left', 'top'],
] as const
const areaNames = ['ZoneName', 'zone', 'area', 'section', 'level', 'block', 'Zone', 'Area', 'Section', 'Level']
const rowNames = ['row', 'Row', 'rowLabel', 'row_label', 'row_name', 'rowName']
const tableNames = ['table', 'Table', 'tableNumber', 'table_number', 'tableName']
const seatNames = ['number', 'seat', 'Seat', 'seatNumber', 'seat_number', 'Number']
const numberNames = [...seatNames, 'label']
const categoryNames = ['category', 'Category', 'price', 'priceZone', 'type']

/** A drawing program's element that is a word on the drawing, or a bare row letter. */
const wordId = /^(text|label|title)\b/i
/** `seat-38-C-7`: number, row and a number of the zone; other ids have no meaning. */
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
export function parseSeatList(json: unknown): ParsedHall {
  const findings = createFindings()
  const nameArea = createNamer()
  type Zone = {
    area: { id: string; name: string }
    rows: Map<string, ParsedSeat[]>
    tables: Map<string, ParsedSeat[]>
    loose: ParsedSeat[]
  }
  const zones = new Map<string, Zone>()
  const zoneOf = (name: string): Zone => {
    const zone = zones.get(name) ?? {
      area: { id: nameArea(slugOf(name) || 'hall'), name: name || 'Hall' },
      rows: new Map(),
      tables: new Map(),
      loose: [],
    }
    zones.set(name, zone)
    return zone
  }

  const floors: ParsedArea[] = []
  let remainingPlaces = maxSeats - placesOf(json).length
  placesOf(json).forEach((item, index) => {
    const source = `[${index}]`
    if (!isRecord(item)) return findings.add('not-a-seat', { at: source })
    const id = first(item, ['id', 'guid', 'uuid', 'seat_guid'])
    if (wordId.test(id)) return findings.add('labels-left-out', { at: first(item, areaNames) || source })
    // A seat for two has a capacity as well; a floor has neither row nor number.
    if (capacityOf(item) !== undefined && first(item, [...rowNames, ...seatNames]) === '') {
      const name = first(item, areaNames) || first(item, ['name', 'label']) || `Standing ${index + 1}`
      const room = standingRoom(item, { id: nameArea(slugOf(name) || 'standing'), name, source }, findings, remainingPlaces)
      if (room) floors.push(room)
      remainingPlaces -= room?.rows[0]?.seats.length ?? 0
      return
    }
    const [, tellsNumber = '', tellsRow = ''] = tellingId.exec(id) ?? []
    const [row, number] = [first(item, rowNames) || tellsRow, first(item, numberNames) || tellsNumber]
    const { area, rows, tables, loose } = zoneOf(first(item, areaNames))
    const table = first(item, tableNames)
    const seat: ParsedSeat = { place: placeOf(item), number, id, category: first(item, categoryNames), source }
    const [group, of] = table ? [table, tables] : [row, rows]
    const seatsOfGroup = of.get(group)
    if (seatsOfGroup) seatsOfGroup.push(seat)
    else if (group) of.set(group, [seat])
    else {
      findings.add('seat-without-row', { area: area.id, at: id || source })
      loose.push(seat)
    }
  })
  const areas = [...zones.values()].map(({ area, rows, tables, loose }): ParsedArea => ({
    ...area,
    rows: [
      ...[...rows].map(([label, seats]) => ({ label, seats })),
      ...[...tables].map(([label, seats]) => atTable(label, seats)),
      ...(loose.length > 0 ? [{ label: '', seats: loose, isLoose: true }] : []),
    ],
  }))
  return {
    name: isRecord(json) ? textOf(json['name']) : '',
    areas: [...areas.filter(({ rows }) => rows.length > 0), ...floors],
    categories: categoriesIn(areas),
    stage: undefined,
    size: undefined,
    findings,
  }
}

function atTable(label: string, seats: readonly ParsedSeat[]): ParsedRow {
  const table = topAmong(seats)
  return { label, seats, ...(table && { table }) }
}

function placeOf(item: Json): ParsedSeat['place'] {
  for (const [across, down] of placeNames) {
    const [x, y] = [lengthOf(item[across]), lengthOf(item[down])]
    if (x !== undefined && y !== undefined) return { x, y }
  }
  return undefined
}
