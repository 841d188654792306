import { createNamer, slugOf } from '../derive/label.ts'
import { createFindings } from '../report/finding.ts'
import { maxSeats } from '../../seat/seat.ts'
import { categoriesIn, type ParsedArea, type ParsedHall, type ParsedRow, type ParsedSeat } from './parsed-hall.ts'
import { isRecord, type Json, lengthOf, positionOf, textOf } from './json.ts'
import { capacityOf, standingRoom } from './standing-room.ts'

/** Names of fields that refer to a section, a row and a category, and of those that hold a label. */
const sectionFields = ['sid', 'sectionId', 'section_id', 'section', 'sectionKey', 'areaId', 'area', 'blockId', 'block'] as const
const rowFields = ['rid', 'rowId', 'row_id', 'row', 'rowKey'] as const
const categoryFields = ['category', 'categoryId', 'category_id', 'cid'] as const
const labelFields = ['name', 'label', 'title', 'number'] as const
const numberFields = ['number', 'seatNumber', 'seat_number', 'label', 'name', 'seat'] as const

const firstText = (item: Json, fields: readonly string[]): string => {
  for (const field of fields) if (textOf(item[field]) !== '') return textOf(item[field])
  return ''
}

type Entry = { readonly id: string; readonly item: Json }

/** The entries of a dictionary, or of a list whose items have ids, by their id: its own, else the key. */
function entriesOf(value: unknown): Map<string, Entry> {
  const pairs = Array.isArray(value)
    ? value.map((item, index) => [String(index), item] as const)
    : Object.entries(isRecord(value) ? value : {})
  return new Map(
    pairs.flatMap(([key, item]) => {
      if (!isRecord(item)) return Array.isArray(value) ? [] : [[key, { id: key, item: {} }]]
      const id = textOf(item['id']) || key
      return [[id, { id, item }]]
    }),
  )
}

const seatsOf = (json: Json): readonly (readonly [key: string, seat: unknown])[] =>
  Object.entries(isRecord(json['seats']) || Array.isArray(json['seats']) ? json['seats'] : [])

/** Whether a file has sections beside seats that name their section or their row by its id. */
export function isSections(json: unknown): boolean {
  if (!isRecord(json) || (!isRecord(json['sections']) && !Array.isArray(json['sections']))) return false
  return seatsOf(json).some(([, seat]) => isRecord(seat) && firstText(seat, [...sectionFields, ...rowFields]) !== '')
}

/** The rows of a section while a file is read, by the id of the row; seats without one are under ''. */
type RowsOfSection = Map<string, ParsedSeat[]>

/**
 * Reads sections, rows and seats that refer to each other by ids, in dictionaries or in lists. Sections and rows without a label are called
 * after their ids, and left for the plan to number.
 */
export function parseSections(json: Json): ParsedHall {
  const findings = createFindings()
  const nameArea = createNamer()
  const sections = entriesOf(json['sections'])
  const rowEntries = entriesOf(json['rows'])
  const categories = entriesOf(json['categories'])
  const bySection = new Map<string, RowsOfSection>([...sections.keys()].map((id) => [id, new Map()]))

  for (const [key, seat] of seatsOf(json)) {
    const source = `seats[${key}]`
    if (!isRecord(seat)) {
      findings.add('not-a-seat', { at: source })
      continue
    }
    const row = firstText(seat, rowFields)
    const section = firstText(seat, sectionFields) || firstText(rowEntries.get(row)?.item ?? {}, sectionFields)
    const category = firstText(seat, categoryFields)
    const parsedSeat: ParsedSeat = {
      place: placeOf(seat),
      number: firstText(seat, numberFields),
      id: textOf(seat['id']) || (Array.isArray(json['seats']) ? '' : key),
      category: firstText(categories.get(category)?.item ?? {}, labelFields) || category,
      source,
    }
    if (row === '') findings.add('seat-without-row', { at: source })
    const ofSection = bySection.get(section) ?? (new Map() as RowsOfSection)
    bySection.set(section, ofSection)
    const ofRow = ofSection.get(row)
    if (ofRow) ofRow.push(parsedSeat)
    else ofSection.set(row, [parsedSeat])
  }

  /** A row that the file describes has its label. A reference without a row behind it is a label itself, unless it is an id. */
  const labelOf = (row: string): string => {
    const entry = rowEntries.get(row)
    return entry ? firstText(entry.item, [...labelFields, 'row']) : rowEntries.size === 0 && isLabel(row) && !usesRowIds ? row : ''
  }
  const usesRowIds = seatsOf(json).some(([, seat]) => isRecord(seat) && textOf(seat['rid']) !== '')
  let remainingPlaces = maxSeats - [...bySection.values()].reduce((sum, ofSection) => sum + [...ofSection.values()].flat().length, 0)
  const areas = [...bySection].map(([section, ofSection]): ParsedArea => {
    const item = sections.get(section)?.item
    const name = firstText(item ?? {}, labelFields) || `Section ${section || '–'}`
    // If the section has seats, a capacity only counts them.
    if (item && ofSection.size === 0 && capacityOf(item) !== undefined) {
      const room = standingRoom(item, { id: nameArea(slugOf(name)), name, source: `sections[${section}]` }, findings, remainingPlaces)
      remainingPlaces -= room?.rows[0]?.seats.length ?? 0
      if (room) return room
    }
    return {
      id: nameArea(slugOf(name) || 'section'),
      name,
      rows: [...ofSection].map(([row, seats]): ParsedRow =>
        row === '' ? { label: '', seats, isLoose: true } : { label: labelOf(row), seats },
      ),
    }
  })
  return { name: textOf(json['name']), areas, categories: categoriesIn(areas), stage: undefined, size: undefined, findings }
}

/** Letters or digits as a row has them on its seats; longer ones are ids. */
const isLabel = (text: string): boolean => /^(?:\p{L}{1,3}|\d{1,3})$/u.test(text)

function placeOf(seat: Json): ParsedSeat['place'] {
  for (const [across, down] of [
    ['x', 'y'],
    ['cx', 'cy'],
    ['left', 'top'],
  ] as const) {
    const [x, y] = [lengthOf(seat[across]), lengthOf(seat[down])]
    if (x !== undefined && y !== undefined) return { x, y }
  }
  return isRecord(seat['position']) ? positionOf(seat['position']) : undefined
}
