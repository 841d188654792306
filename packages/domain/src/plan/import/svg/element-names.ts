import { isRecord } from '../json.ts'
import { elementsIn, type SvgElement, textIn } from './svg-tree.ts'
import { isStage } from '../seat-words.ts'
import { givenName, parseSeatName, type SeatName } from './seat-name.ts'

/** Attributes of programs for seat plans, without `data-`, dashes and case, by what they tell. */
const fields = {
  area: ['section', 'sectionname', 'area', 'areaname', 'zone', 'block', 'level', 'tier', 'sector', 'bereich'],
  row: ['row', 'rowname', 'rowlabel', 'rownumber', 'reihe'],
  table: ['table', 'tablename', 'tablenumber', 'tisch'],
  number: ['seat', 'seatnumber', 'seatno', 'seatname', 'seatlabel', 'number', 'platz'],
  category: ['category', 'categoryname', 'price', 'pricezone', 'pricecategory', 'pricelevel', 'seattype'],
  capacity: ['capacity', 'standing', 'standingcapacity'],
} as const
type Field = keyof typeof fields

const fieldOf: ReadonlyMap<string, Field> = new Map(
  Object.entries(fields).flatMap(([field, names]) => names.map((name) => [name, field as Field] as const)),
)

/** Reads attributes of an element such as `data-row`. */
export function readData({ attributes }: SvgElement): Partial<Record<Field, string>> {
  const data: Partial<Record<Field, string>> = {}
  for (const [name, text] of Object.entries(isRecord(attributes) ? attributes : {})) {
    if (!/^data-/i.test(name)) continue
    const field = fieldOf.get(name.slice('data-'.length).replace(/[-_]/g, '').toLowerCase())
    if (field && text.trim() !== '') data[field] ??= text.trim()
  }
  return data
}

const knownNames = new WeakMap<SvgElement, readonly string[]>()

/** The names of an element, those for people first. A group is asked for each of its seats, so its names are kept. */
export function namesOf(element: SvgElement): readonly string[] {
  const known = knownNames.get(element)
  if (known) return known
  const names = readNames(element)
  knownNames.set(element, names)
  return names
}

function readNames(element: SvgElement): string[] {
  const { attributes } = element
  const title = elementsIn(element).find(({ name }) => name === 'title')
  return [
    title ? textIn(title) : '',
    attributes['aria-label'] ?? '',
    attributes['inkscape:label'] ?? '',
    attributes['data-name'] ?? '',
    attributes['id'] ?? '',
  ]
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const stages = new WeakMap<SvgElement, boolean>()

/** Whether an element has the name of a stage. */
export function isStageElement(element: SvgElement): boolean {
  const known = stages.get(element)
  if (known !== undefined) return known
  const isNamed = element.name !== 'svg' && namesOf(element).some((name) => isStage(givenName(name).replace(/[-_]/g, ' ')))
  stages.set(element, isNamed)
  return isNamed
}

/** What an element tells about the seat that it draws: its data first, then its names in turn. */
export function seatNameOf(element: SvgElement): SeatName & { readonly category?: string; readonly isStated: boolean } {
  const { capacity: _, number, ...data } = readData(element)
  const inNumber = number === undefined ? {} : (parseSeatName(number) ?? { number })
  // The name for people counts most.
  const fromNames = Object.assign({}, ...namesOf(element).map(parseSeatName).toReversed()) as SeatName
  return { ...fromNames, ...inNumber, ...data, isStated: number !== undefined }
}

/** Where an element is in the file: by its id, else by its number among those of its name, as `circle[12]`. */
export const placeInFile = ({ name, attributes, nth }: SvgElement): string =>
  attributes['id'] ? `#${attributes['id']}` : `${name}[${nth}]`
