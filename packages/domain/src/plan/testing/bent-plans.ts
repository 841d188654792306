import type { DraftRow, PlanDraft } from '../model/draft.ts'

type Area = Pick<PlanDraft['areas'][number], 'id' | 'name' | 'rows'> &
  Partial<Pick<PlanDraft['areas'][number], 'kind' | 'outline'>> & { readonly view?: string }
type Place = (row: number, seat: number) => readonly [x: number, y: number]

/** Rows of seats at the positions that `at` returns, numbered from 1. */
const block = (
  rows: number,
  seats: number,
  at: Place = (row, seat) => [seat * 55, row * 90],
  label: (row: number) => string = String,
): DraftRow[] =>
  Array.from({ length: rows }, (_, row) => ({
    label: label(row + 1),
    seats: Array.from({ length: seats }, (_seat, seat) => {
      const [x, y] = at(row, seat).map(Math.round)
      return { number: String(seat + 1), x: x!, y: y!, z: 0 }
    }),
  }))

const plan = (
  areas: readonly Area[],
  stage: PlanDraft['stage']['polygon'] = [
    [0, -900],
    [800, -900],
    [800, -300],
    [0, -300],
  ],
): PlanDraft => ({
  hall: 'bent',
  version: '1',
  name: 'Bent',
  stage: { polygon: stage, z: 0, label: 'Stage' },
  views: [...new Set(areas.map(({ view = 'hall' }) => view))].map((id, order) => ({
    id,
    name: id,
    order,
    viewBox: { x: 0, y: 0, width: 9, height: 9 },
  })),
  areas: areas.map(({ view = 'hall', ...area }) => ({
    ...area,
    view,
    outline: area.outline ?? [],
    floorsAboveStage: 0,
    stepFree: false,
    steps: 0,
    entrance: '',
    toiletMetres: 0,
  })),
})
const one = (rows: DraftRow[], ...stage: Parameters<typeof plan>[1][]): PlanDraft => plan([{ id: 'a', name: 'Stalls', rows }], ...stage)
const turned: Place = (row, seat) => [seat * 44 - row * 54, seat * 33 + row * 72]
/** Seats of a row are numbered from the middle: even ones to the right, odd ones to the left. */
const fromTheMiddle = (rows: DraftRow[]): DraftRow[] =>
  rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat, place) => {
      const off = place - Math.floor(row.seats.length / 2)
      return { ...seat, number: String(off < 0 ? -2 * off - 1 : 2 * off + 2) }
    }),
  }))
const boxAt = (box: number): Area => {
  const angle = (box / 35 - 0.5) * 4.2
  const [x, y] = [Math.round(400 + Math.sin(angle) * 1_800), Math.round(200 + Math.cos(angle) * 1_800)]
  const seats = 2 + (box % 5)
  const [right, bottom] = [x + seats * 55 + 20, y + 90]
  return {
    id: `box-${box}`,
    name: `Box ${box + 1}`,
    kind: 'box',
    rows: block(1, seats, (_row, seat) => [x + 30 + seat * 55, y + 40]),
    outline: [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
    ],
  }
}
const manyBlocks = (blocks: number, name: (block: number) => string): PlanDraft =>
  plan(
    Array.from({ length: blocks }, (_, at) => ({
      id: `s${at}`,
      name: name(at),
      rows: block(4, 8, (row, seat) => [(at % 20) * 600 + seat * 55, Math.floor(at / 20) * 700 + row * 90]),
    })),
  )
const names = ['🎭', 'אבג', 'الصف', '第一排', 'R'.repeat(200), '__proto__']

/** Malformed seat plans that an importer may meet. */
export const bentPlans: Readonly<Record<string, () => PlanDraft>> = {
  'one seat': () => one(block(1, 1)),
  'one row of three thousand': () => one(block(1, 3_000)),
  'three hundred rows of one': () => one(block(300, 1)),
  'four hundred areas of one seat': () =>
    plan(
      Array.from({ length: 400 }, (_, area) => ({
        id: `a${area}`,
        name: `Area ${area}`,
        rows: block(1, 1, () => [(area % 20) * 120, (area / 20) * 120]),
      })),
    ),
  'twenty thousand seats of one area': () => one(block(100, 200)),
  'a row listed in disorder': () => one(block(1, 600, (_row, seat) => [((seat * 7_919) % 600) * 55, 0])),
  'rows with names of all scripts': () => one(block(names.length, 9, undefined, (row) => names[row - 1]!)),
  'three levels on one place': () =>
    plan(['Stalls', 'Circle', 'Balcony'].map((name) => ({ id: name, name, view: name, rows: block(6, 12) }))),
  'a lone seat far away': () =>
    one([
      ...block(6, 12),
      ...block(
        1,
        1,
        () => [900_000, 700_000],
        () => 'Z',
      ),
    ]),
  'near the end of the earth': () => one(block(6, 12, (row, seat) => [8_000_000 + seat * 55, 7_000_000 + row * 90])),
  'two centimetres a seat': () => one(block(6, 12, (row, seat) => [seat * 2, row * 3])),
  'twenty metres a seat': () => one(block(4, 6, (row, seat) => [seat * 2_000, row * 2_500])),
  'turned by 37 degrees': () => one(block(9, 14, turned)),
  'a spiral': () =>
    one(
      block(1, 300, (_row, seat) => [
        60 * Math.sqrt(seat + 9) * Math.cos(Math.sqrt(seat)),
        60 * Math.sqrt(seat + 9) * Math.sin(Math.sqrt(seat)),
      ]),
    ),
  'a horseshoe of boxes': () => plan(Array.from({ length: 36 }, (_, box) => boxAt(box))),
  'a balcony numbered from the middle': () => one(fromTheMiddle(block(6, 31, (row, seat) => [seat * 52, row * 90 + (seat - 15) ** 2 * 2]))),
  'rows named by words': () =>
    one(block(4, 12, undefined, (row) => ['Orchestra', 'Première', 'Última fila', 'Dress circle front'][row - 1]!)),
  'a column of seats in one row': () => one(block(1, 40, (_row, seat) => [0, seat * 60])),
  'a column of rows of one': () => one(block(40, 1)),
  'all on one spot': () => one(block(5, 8, () => [100, 100])),
  'right to left': () =>
    plan([
      {
        id: 'אולם',
        name: 'אולם ראשי',
        rows: block(
          3,
          10,
          (row, seat) => [-seat * 55, row * 90],
          (row) => 'אבג'[row - 1]!,
        ),
      },
      {
        id: 'ar',
        name: 'الشرفة ١',
        rows: block(
          2,
          8,
          (row, seat) => [-seat * 55, 600 + row * 90],
          (row) => 'بت'[row - 1]!,
        ),
      },
    ]),
  'two hundred areas': () => manyBlocks(200, (at) => `Section ${at + 100}`),
  'areas of one name': () => manyBlocks(12, () => 'Block'),
  'two blocks sixty kilometres apart': () =>
    plan(
      [-3_000_000, 3_000_000].map((x) => ({
        id: String(x),
        name: x < 0 ? 'West' : 'East',
        rows: block(3, 6, (row, seat) => [x + seat * 55, row * 90]),
      })),
    ),
  'rows that take turns': () => one(block(2, 20, (row, seat) => [seat * 110 + row * 55, 0])),
  'a stage without extent': () =>
    one(block(6, 12), [
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
}
