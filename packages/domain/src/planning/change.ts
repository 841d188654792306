import { z } from 'zod'
import { instantSchema } from '../time/time.ts'
import { recordKinds } from './record/kind.ts'

/** What staff change in the back office: one table of the database each. */
export const changeSubjects = [
  'hall-plan',
  'price-list',
  'price-schedule',
  'production',
  'performance',
  'performance-type',
  'sale-windows',
  'seat-locks',
  ...recordKinds,
  'product-performances',
  'product-stock',
  'programme-codes',
  'subscription-cards',
  'offer',
  'offer-codes',
  'access-card',
] as const
export type ChangeSubject = (typeof changeSubjects)[number]

/** Kinds of change sets. `undo` restores what another change set changed. */
export const changeKinds = [
  'create-production',
  'edit-production',
  'publish-production',
  'withdraw-production',
  'archive-production',
  'create-performances',
  'edit-performances',
  'replan-performance',
  'set-performance-type',
  'add-plan',
  'create-price-list',
  'edit-price-list',
  'paint-bands',
  'schedule-prices',
  'withdraw-prices',
  'edit-sale-windows',
  'lock-seats',
  'create-offer',
  'edit-offer',
  'end-offer',
  'create-offer-codes',
  'withdraw-offer-codes',
  'import-programme',
  'import-catalogue',
  'create-record',
  'edit-record',
  'withdraw-record',
  'offer-record',
  'change-stock',
  'change-programme-codes',
  'issue-subscription-cards',
  'cancel-subscription-cards',
  'edit-product-performances',
  'edit-access-cards',
  'undo',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/**
 * One changed thing. `before` is null where it was created, `after` where it was removed. A stored row of a thing that existed before and
 * after has only the fields that differ: see {@link changedValues}.
 */
export type ChangeRow = {
  readonly subject: ChangeSubject
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Kinds of what may be built on a change: later changes, performances of a production, sold tickets and held seats of a
 * performance, and rows of other tables that refer to it (`id` is the table). `missing`: an undo would refer to a row of a table, the `id`,
 * that does not exist any more. */
export const dependentKinds = ['change', 'performance', 'ticket', 'basket', 'reference', 'missing'] as const
/**
 * Something that was built on a change: its id, and how many there are of it. `named`: its display name, and the
 * start of a performance on its wall clock. `change`: which later change it is. Both are absent where nothing has that id.
 */
export const changeDependentSchema = z.strictObject({
  kind: z.enum(dependentKinds),
  id: z.string(),
  count: z.int().positive(),
  named: z.strictObject({ name: z.string(), startsAt: z.string().nullable() }).optional(),
  change: z.strictObject({ kind: z.enum(changeKinds), at: instantSchema, by: z.string() }).optional(),
})
export type ChangeDependent = z.infer<typeof changeDependentSchema>

/** A field whose value a change set changed. */
export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown }

/** The fields that differ between two values, in the order of the newer one. A value that is null has no fields. */
export function changedFields(before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])]
  return names
    .filter((name) => !isSameValue(from[name], to[name]))
    .map((field) => ({ field, before: from[field] ?? null, after: to[field] ?? null }))
}

/** The stored values of a change: of a thing that existed before and after, only the fields that differ. */
export function changedValues({ before, after }: Pick<ChangeRow, 'before' | 'after'>): Pick<ChangeRow, 'before' | 'after'> {
  if (before === null || after === null) return { before, after }
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !isSameValue(from[name], to[name]))
  const pick = (fields: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
  return { before: pick(from), after: pick(to) }
}

/** A value with a stored change undone: its other fields stay. @param current null where the thing does not exist */
export function undoneValue({ before, after }: Pick<ChangeRow, 'before' | 'after'>, current: unknown): unknown {
  if (before === null || after === null || current === null) return before
  const others = Object.entries(fieldsOf(current)).filter(([name]) => !(name in fieldsOf(after)))
  return { ...Object.fromEntries(others), ...fieldsOf(before) }
}

/** The change that takes a stored change back. */
export const undoneRow = ({ before, after, ...row }: ChangeRow): ChangeRow => ({ ...row, before: after, after: before })

/** Whether a thing still has the values that a stored change gave it. */
export function hasChangedValues({ before, after }: Pick<ChangeRow, 'before' | 'after'>, current: unknown): boolean {
  if (before === null || after === null || current === null) return isSameValue(current, after)
  const [now, to] = [fieldsOf(current), fieldsOf(after)]
  return Object.keys({ ...fieldsOf(before), ...to }).every((name) => isSameValue(now[name], to[name]))
}

const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Whether two JSON values are equal, whatever the order of their keys. An absent field equals null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return (one ?? null) === (other ?? null)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [from, to] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].every((key) => isSameValue(from[key], to[key]))
}
