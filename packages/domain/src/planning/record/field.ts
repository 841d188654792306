import type { Locale } from '../../brand/locale.ts'
import type { SaleMoment } from '../../season/sale-window.ts'

/** The things that staff choose by their names, with a search. */
export type NamedTarget =
  | 'production'
  | 'performance'
  | 'price-type'
  | 'programme-price-type'
  | 'package'
  | 'dish'
  | 'collection-point'
  | 'hall'
/** What a field may name: a kind of products of the brand, or a thing with a name. */
export type ReferenceTarget = 'product-type' | NamedTarget

/** The value of an empty field; without it, the field is required. */
type Empty = { readonly empty?: 'absent' | 'null' | 'list' | 'text' }
/** A choice beside the field, and the options with which it is shown and required; with others it is empty. */
type Only = { readonly onlyFor?: { readonly choice: string; readonly options: readonly string[] } }

/**
 * A field of a record, as screens draw it. `text` is one line, `paragraph` several lines, `lines` a list with one entry on each line, `amounts`
 * a list of amounts of money; `day` is an ISO date, `moment` a wall-clock time of the theatre, `sale-moment` a date or a time before each
 * performance. A `group` has fields that are there together or not at all.
 * `names` is a text for each language, `translations` the same fields for each language; `reference` is the id of another thing, and `references` several.
 */
export type RecordField = Empty &
  Only &
  (
    | { readonly input: 'text' | 'paragraph' | 'lines' | 'day' | 'moment' | 'amount' | 'amounts' | 'yes-no' }
    | { readonly input: 'number'; readonly least: number; readonly most: number }
    | { readonly input: 'choice' | 'choices'; readonly options: readonly string[] }
    | { readonly input: 'reference'; readonly to: ReferenceTarget }
    | { readonly input: 'references'; readonly to: NamedTarget }
    | { readonly input: 'names' | 'sale-moment' }
    | { readonly input: 'translations'; readonly fields: RecordFields }
    | { readonly input: 'group'; readonly fields: RecordFields }
    | { readonly input: 'rows'; readonly fields: RecordFields }
  )
/** Fields by name, in the order of the screen. */
export type RecordFields = { readonly [name: string]: RecordField }

type Input<Name extends RecordField['input']> = { readonly input: Name }

/** The fields that a value needs: one for each of its names, with an input that yields its type. */
export type FieldsOf<Value> = { readonly [Name in keyof Value]-?: FieldOf<Value[Name]> }
type FieldOf<Value> = InputOf<NonNullable<Value>> & EmptyOf<Value> & Only
type EmptyOf<Value> = undefined extends Value
  ? { readonly empty: 'absent' }
  : null extends Value
    ? { readonly empty: 'null' }
    : Value extends readonly unknown[]
      ? { readonly empty?: 'list' }
      : Value extends string
        ? { readonly empty?: 'text' }
        : { readonly empty?: never }
type InputOf<Value> = [Value] extends [boolean]
  ? Input<'yes-no'>
  : [Value] extends [number]
    ? Input<'amount'> | (Input<'number'> & { readonly least: number; readonly most: number })
    : [Value] extends [string]
      ? | Input<'text' | 'paragraph' | 'day' | 'moment'>
        | (Input<'reference'> & { readonly to: ReferenceTarget })
        | (Input<'choice'> & { readonly options: readonly Value[] })
      : [Value] extends [readonly (infer Entry)[]]
        ? ListOf<Entry>
        : [Value] extends [SaleMoment]
          ? Input<'sale-moment'>
          : [Value] extends [{ readonly [Tag in Locale]?: string | undefined }]
            ? Input<'names'>
            : [Value] extends [{ readonly [Tag in Locale]?: infer Texts }]
              ? Input<'translations'> & { readonly fields: FieldsOf<NonNullable<Texts>> }
              : Input<'group'> & { readonly fields: FieldsOf<Value> }
type ListOf<Entry> = [Entry] extends [number]
  ? Input<'amounts'>
  : [Entry] extends [string]
    ? Input<'lines'> | (Input<'references'> & { readonly to: NamedTarget }) | (Input<'choices'> & { readonly options: readonly Entry[] })
    : Input<'rows'> & { readonly fields: FieldsOf<Entry> }

/** Whether a form shows a field beside these values. */
export const isFieldShown = ({ onlyFor }: RecordField, values: { readonly [name: string]: unknown }): boolean =>
  !onlyFor || onlyFor.options.some((option) => option === values[onlyFor.choice])

/** Whether a field that is shown may be empty. */
export const isFieldOptional = ({ empty, onlyFor }: RecordField): boolean => empty !== undefined && !onlyFor
