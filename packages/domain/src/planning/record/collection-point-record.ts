import { z } from 'zod'
import { locales } from '../../brand/locale.ts'

/** A place where orders of food are served or collected, as staff describe it. */
export const collectionPointRecordSchema = z.strictObject({
  position: z.int().min(0).max(10_000),
  name: z.string().trim().min(1).max(200),
  names: z.partialRecord(z.enum(locales), z.string().trim().min(1).max(200)).optional(),
  /** The hall whose performances it serves; absent for every hall. */
  hall: z.string().min(1).max(80).optional(),
  /** Minutes before the start of a performance at which it opens; absent where it has no opening time. */
  opensBefore: z.int().min(1).max(1_440).optional(),
})
export type CollectionPointRecord = z.infer<typeof collectionPointRecordSchema>

type Facts = {
  readonly id: string
  readonly before: CollectionPointRecord | undefined
  readonly halls: readonly string[]
  /** Where menus are served, with the minutes before the start. */
  readonly servings: readonly { readonly point: string; readonly servedBefore: number | null }[]
}

/** Faults that the schema does not find: whether there is one, and the field that shows it. No menu is served before its collection point opens. */
export const collectionPointFaults = (
  { hall, opensBefore }: CollectionPointRecord,
  { id, before, halls, servings }: Facts,
): readonly (readonly [boolean, string])[] => [
  [hall !== undefined && hall !== before?.hall && !halls.includes(hall), 'hall'],
  [
    opensBefore !== undefined &&
      servings.some(({ point, servedBefore }) => point === id && servedBefore !== null && servedBefore > opensBefore),
    'opensBefore',
  ],
]
