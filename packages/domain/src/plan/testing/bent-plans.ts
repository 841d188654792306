import type { DraftRow, PlanDraft } from '../draft.ts'

type Area = Pick<PlanDraft['areas'][number], 'id' | 'name' | 'rows'> & { readonly view?: string }
type Place = (row: number, seat: number) => readonly [x: number, y: number]

/** Rows of seats wherever `at` says, numbered from 1. */
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
    outline: [],
    floorsAboveStage: 0,
    stepFree: false,
    steps: 0,
    entrance: '',
    toiletMetres: 0,
  })),
})
const one = (rows: DraftRow[], ...stage: Parameters<typeof plan>[1][]): PlanDraft => plan([{ id: 'a', name: 'Stalls', rows }], ...stage)
const turned: Place = (row, seat) => [seat * 44 - row * 54, seat * 33 + row * 72]
const names = ['🎭', 'אבג', 'الصف', '第一排', 'R'.repeat(200), '__proto__']

/** Seat plans as nobody would draw them, and somebody will. */
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
  'a stage without extent': () =>
    one(block(6, 12), [
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
}
