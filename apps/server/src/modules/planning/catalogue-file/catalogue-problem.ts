import type { RecordKind } from '@playhouse/domain/record-kind'
import { recordKinds } from '@playhouse/domain/record-kind'

/** The kinds of things in a catalogue file: those of records, and the offers. */
export const catalogueKinds = [...recordKinds, 'offer'] as const
export type CatalogueKind = RecordKind | 'offer'

export type CatalogueFault =
  | 'not-a-catalogue'
  | 'unknown-kind'
  | 'not-a-list'
  | 'not-an-object'
  | 'not-an-id'
  | 'repeated-id'
  | 'not-yes-or-no'
  | 'unknown-field'
  | 'missing'
  | 'wrong-type'
  | 'out-of-range'
  | 'unknown-choice'
  | 'unknown-reference'
  | 'faulty-reference'
  | 'does-not-fit'
  | 'code-taken'
  | 'in-use'

/** Something that is wrong in a catalogue file. */
export type CatalogueProblem = {
  /** The kind, as the file has it; empty for the whole file. */
  readonly kind: string
  /** The id of the thing, or its place in the list, such as `#3`; empty for the whole kind. */
  readonly id: string
  /** The path of the field, such as `sold.price`; null for the whole thing. */
  readonly field: string | null
  /** The value, as JSON where it is no text. */
  readonly value: string
  readonly fault: CatalogueFault
  /** What to write instead, or what the fault refers to. */
  readonly suggestion: string | null
}

/** A value as a problem shows it. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 200)
