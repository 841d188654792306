/** A value that an empty field has; without it, the field is required. */
type Empty = { readonly empty?: 'absent' | 'null' }

/**
 * A field of a record, as screens draw it. `text` is one line, `paragraph` several lines, `lines` a list with one entry on each line, `amounts`
 * a list of amounts of money; `day` is an ISO date. A `group` has fields that are there together or not at all.
 */
export type RecordField = Empty &
  (
    | { readonly input: 'text' | 'paragraph' | 'lines' | 'day' | 'amount' | 'amounts' | 'yes-no' }
    | { readonly input: 'number'; readonly least: number; readonly most: number }
    | { readonly input: 'choice' | 'choices'; readonly options: readonly string[] }
    | { readonly input: 'group'; readonly fields: RecordFields }
    | { readonly input: 'rows'; readonly fields: RecordFields }
  )
/** Fields by name, in the order of the screen. */
export type RecordFields = { readonly [name: string]: RecordField }

type Input<Name extends RecordField['input']> = { readonly input: Name }

/** The fields that a value needs: one for each of its names, with an input that yields its type. */
export type FieldsOf<Value> = { readonly [Name in keyof Value]-?: FieldOf<Value[Name]> }
type FieldOf<Value> = InputOf<NonNullable<Value>> & EmptyOf<Value>
type EmptyOf<Value> = undefined extends Value
  ? { readonly empty: 'absent' }
  : null extends Value
    ? { readonly empty: 'null' }
    : { readonly empty?: never }
type InputOf<Value> = [Value] extends [boolean]
  ? Input<'yes-no'>
  : [Value] extends [number]
    ? Input<'amount'> | (Input<'number'> & { readonly least: number; readonly most: number })
    : [Value] extends [string]
      ? Input<'text' | 'paragraph' | 'day'> | (Input<'choice'> & { readonly options: readonly Value[] })
      : [Value] extends [readonly (infer Entry)[]]
        ? ListOf<Entry>
        : Input<'group'> & { readonly fields: FieldsOf<Value> }
type ListOf<Entry> = [Entry] extends [number]
  ? Input<'amounts'>
  : [Entry] extends [string]
    ? Input<'lines'> | (Input<'choices'> & { readonly options: readonly Entry[] })
    : Input<'rows'> & { readonly fields: FieldsOf<Entry> }
