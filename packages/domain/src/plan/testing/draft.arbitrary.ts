import fc from 'fast-check'
import { areaKinds } from '../model/area-kind.ts'
import type { DraftRow, DraftSeat, PlanDraft } from '../model/draft.ts'
import { seatFlag, seatTypes } from '../model/schema.ts'

const place = fc.integer({ min: -200_000, max: 200_000 })
const text = fc.string({ unit: 'grapheme', maxLength: 8 })
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '')
const corner = fc.tuple(place, place)

const seat: fc.Arbitrary<DraftSeat> = fc.record(
  {
    number: text,
    x: place,
    y: place,
    z: place,
    type: fc.constantFrom(...seatTypes),
    flags: fc.subarray(Object.keys(seatFlag) as (keyof typeof seatFlag)[]),
    note: text,
  },
  { requiredKeys: ['number', 'x', 'y', 'z'] },
)

/** Usual rows: numbered by a step, along a line. */
const plainRow = fc.record({
  from: fc.nat(400),
  step: fc.constantFrom(1, 2, -2),
  length: fc.integer({ min: 1, max: 30 }),
  x: place,
  y: place,
})

const row = fc.oneof(
  fc.record({ label: text, seats: fc.array(seat, { maxLength: 12 }) }),
  fc.record({ label: text, row: plainRow }).map(({ label, row: { from, step, length, x, y } }) => ({
    label,
    seats: Array.from({ length }, (_, at) => ({ number: String(from + at * step), x: x + at * 52, y: y + at * at, z: 0 })),
  })),
)

const table = fc.record({
  round: fc.boolean(),
  x: place,
  y: place,
  length: fc.integer({ min: 1, max: 900 }),
  depth: fc.integer({ min: 1, max: 900 }),
  turn: fc.integer({ min: -360, max: 360 }),
})

const anyRow = fc
  .tuple(row, fc.option(table, { freq: 3, nil: undefined }))
  .map(([one, top]): DraftRow => ({ ...one, ...(top && { table: top }) }))

const photo = fc.record({
  of: fc.oneof(fc.record({ area: name }), fc.record({ from: text, to: text })),
  file: fc.constantFrom('photo/stalls.webp', 'a-1.SVG', 'x/y/z_2.jpeg'),
  width: fc.integer({ min: 1, max: 9_000 }),
  height: fc.integer({ min: 1, max: 9_000 }),
  alt: fc.dictionary(fc.constantFrom('en', 'sv', 'de'), text),
})

const loose = fc.record({
  hall: name,
  version: name,
  name,
  stage: fc.record({ polygon: fc.array(corner, { minLength: 3, maxLength: 6 }), z: place, label: text }),
  views: fc.array(
    fc.record({
      id: text,
      name: text,
      order: fc.integer({ min: 0, max: 9 }),
      viewBox: fc.constant({ x: 0, y: 0, width: 10, height: 10 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  areas: fc.array(
    fc.record({
      id: name,
      view: fc.nat(),
      name,
      outline: fc.array(corner, { maxLength: 8 }),
      floorsAboveStage: fc.integer({ min: -3, max: 12 }),
      stepFree: fc.boolean(),
      steps: fc.nat(300),
      entrance: text,
      toiletMetres: fc.nat(300),
      rows: fc.array(anyRow, { maxLength: 5 }),
      kind: fc.option(fc.constantFrom(...areaKinds), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  photos: fc.array(photo, { maxLength: 3 }),
})

/** Any plan that can be written, sensible or not. */
export const anyDraft: fc.Arbitrary<PlanDraft> = loose.map(({ areas, ...draft }) => ({
  ...draft,
  areas: areas.map(({ kind, ...area }) => ({
    ...area,
    ...(kind && kind !== 'seated' && { kind }),
    view: draft.views[area.view % draft.views.length]!.id,
  })),
}))
