import { type Cell, type CellKind, type FaultyCell, isFaulty } from './cell.ts'

/** A column of a sheet: one field of a thing. */
export type Column<Thing> = {
  /** What the first row of the sheet calls it. */
  readonly header: string
  /** The path of the field within the thing, as a schema names it. */
  readonly field: string
  /** Whether a new thing needs a value. */
  readonly isRequired: boolean
  /** Reads a cell as a change of the thing. */
  readonly read: (cell: Cell) => { readonly edit: (thing: Thing) => Thing } | FaultyCell
  readonly write: (thing: Thing) => Cell
}

type Lens<Thing, Value> = {
  readonly field: string
  readonly get: (thing: Thing) => Value
  readonly set: (thing: Thing, value: Value) => Thing
}

/** A column that needs a value in each row. */
export const required = <Thing, Value>(header: string, kind: CellKind<Value>, { field, get, set }: Lens<Thing, Value>): Column<Thing> => ({
  ...{ header, field, isRequired: true },
  read: (cell) => {
    const read = cell === null ? { fault: 'missing' as const, suggestion: null } : kind.read(cell)
    return isFaulty(read) ? read : { edit: (thing) => set(thing, read.value) }
  },
  write: (thing) => kind.write(get(thing)),
})

/** A column whose empty cells mean a value of the field, such as none. */
export const optional = <Thing, Value>(
  header: string,
  kind: CellKind<NoInfer<NonNullable<Value>>>,
  { field, get, set, empty }: Lens<Thing, Value> & { readonly empty: NoInfer<Value> },
): Column<Thing> => ({
  ...{ header, field, isRequired: false },
  read: (cell) => {
    if (cell === null) return { edit: (thing) => set(thing, empty) }
    const read = kind.read(cell)
    return isFaulty(read) ? read : { edit: (thing) => set(thing, read.value) }
  },
  write: (thing) => {
    const written = get(thing)
    return written === empty || written === null || written === undefined ? null : kind.write(written)
  },
})

/** Reads and writes a property of a thing. */
export const property = <Thing, Name extends keyof Thing & string>(name: Name): Lens<Thing, Thing[Name]> => ({
  field: name,
  get: (thing) => thing[name],
  set: (thing, value) => ({ ...thing, [name]: value }),
})

/** A sheet of a programme file: one row a thing. */
export type Sheet<Thing> = {
  readonly name: string
  /** The headers of the columns that identify a thing; none where rows may have the same. */
  readonly key: readonly string[]
  readonly columns: readonly Column<Thing>[]
}
