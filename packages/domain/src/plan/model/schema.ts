import { z } from 'zod'
import { areaKinds } from './area-kind.ts'
import { maxCorners } from './corner.ts'

// In a separate file, so that a page that only draws seats does not load the schema.
export { mapKeyEntries, type SeatFlag, seatFlag, type SeatType, seatTypes } from './seat-type.ts'

const point = z.tuple([z.int(), z.int()])
const corners = z.array(point).max(maxCorners)
const box = z.strictObject({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
/** A value and the number of consecutive seats with it: `[[0, 120], [1, 4]]`. */
const runs = z.array(z.tuple([z.int().nonnegative(), z.int().positive()]))

export const planAreaSchema = z.strictObject({
  id: z.string().min(1),
  /** Left out: rows of seats. See {@link areaKinds}. */
  kind: z.enum(areaKinds).optional(),
  /** The view (level) it is drawn on. */
  view: z.string(),
  name: z.string().regex(/\S/),
  outline: corners,
  /** Storeys between the stage floor and this area; negative below. */
  floorsAboveStage: z.int(),
  /** Whether any seat of it can be reached without steps. */
  stepFree: z.boolean(),
  /** Steps from the foyer by the stairs. */
  steps: z.int().nonnegative(),
  entrance: z.string(),
  /** Metres to the nearest toilets. */
  toiletMetres: z.int().nonnegative(),
})

/**
 * The table top of a row's seats: `round` with the diameter `length`; else a rectangle with sides of `length` and `depth`,
 * turned clockwise about its middle. Seats are neighbours round it, in the order of the row.
 */
export const planTableSchema = z.strictObject({
  round: z.boolean(),
  x: z.int(),
  y: z.int(),
  length: z.int().positive(),
  depth: z.int().positive(),
  /** Degrees. */
  turn: z.int(),
})

export const planRowSchema = z.strictObject({
  /** Index into `areas`. Rows of an area are contiguous, nearest the stage first. */
  area: z.int().nonnegative(),
  label: z.string(),
  seats: z.int().positive(),
  /** Seat numbers `from`, `from + step`, …; or `numbers` where they are irregular (`18 bis`). */
  from: z.int().optional(),
  step: z.int().optional(),
  numbers: z.array(z.string()).optional(),
  /** The table that these seats are placed round; `label` is then the table's. */
  table: planTableSchema.optional(),
})

/** Relative paths of files that cannot leave their folder. */
const fileInside = /^(?:[\w-]+\/)*[\w-]+\.(?:avif|webp|jpe?g|png|svg)$/i

/** A photograph of the stage, taken from some seats. */
const photo = z.strictObject({
  /** The seats that have this view: a whole area, or the seats from one id to another, in the order of the plan. */
  of: z.union([z.strictObject({ area: z.string() }), z.strictObject({ from: z.string(), to: z.string() })]),
  /** Its path in the theatre's own folder: `photo/stalls.webp`. Nothing is loaded from elsewhere. */
  file: z.string().max(200).regex(fileInside),
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Text alternative by language: `en`, `sv`, … */
  alt: z.record(z.string(), z.string().max(1_000)),
})

/**
 * A seat plan as it travels: columns, lengths in whole centimetres, x y z as differences from the seat before, so that
 * 100,000 seats compress well. y grows away from the stage's back wall, z is the height of the floor under the seat
 * above the stage's reference floor. Immutable for a given `hall` and `version`.
 */
export const planSchema = z.strictObject({
  hall: z.string().min(1),
  version: z.string().min(1),
  name: z.string().min(1),
  viewBox: box,
  stage: z.strictObject({ polygon: corners.min(3), z: z.int(), label: z.string() }),
  views: z.array(z.strictObject({ id: z.string(), name: z.string(), order: z.int(), viewBox: box })).min(1),
  areas: z.array(planAreaSchema).min(1),
  rows: z.array(planRowSchema),
  seats: z.strictObject({
    x: z.array(z.int()),
    y: z.array(z.int()),
    z: z.array(z.int()),
    type: runs,
    flags: runs,
    /** Index into `notes` plus one; 0 for none. */
    note: runs,
    /** Only where the derived ids (`area.row.number`) would not be unique. */
    ids: z.array(z.string()).optional(),
  }),
  /** The theatre's notes on single seats, such as "Pillar to the left". */
  notes: z.array(z.string()),
  photos: z.array(photo).max(2_000).optional(),
})
export type PlanPhoto = z.infer<typeof photo>
export type PlanData = z.infer<typeof planSchema>
export type Box = z.infer<typeof box>
export type PlanAreaData = z.infer<typeof planAreaSchema>
export type PlanTable = z.infer<typeof planTableSchema>
export type PlanRowData = z.infer<typeof planRowSchema>
