/** state → verb → state after it. */
type Table = Record<string, Record<string, string>>
type Checked<T extends Table> = { readonly [State in keyof T]: { readonly [Verb in keyof T[State]]: keyof T & string } }

/** Declares a transition table. A target that is not itself a state does not compile. */
export function moves<const T extends Table>(table: T & Checked<T>): T {
  return table
}

export type StateOf<T extends Table> = keyof T & string
type KeysOfUnion<T> = T extends T ? keyof T & string : never
export type VerbOf<T extends Table> = KeysOfUnion<T[keyof T]>

/** Whether the verb is possible now: the server's guard and the screen's enabled button. */
export function allows<T extends Table>(table: T, state: StateOf<T>, verb: VerbOf<T>): boolean {
  return Object.hasOwn(table[state]!, verb)
}

/** The state after the verb; undefined if the table does not allow it. */
export function next<T extends Table>(table: T, state: StateOf<T>, verb: VerbOf<T>): StateOf<T> | undefined {
  return allows(table, state, verb) ? (table[state]![verb] as StateOf<T>) : undefined
}

/** States from which the verb is possible: the `where state in (…)` of a conditional statement. */
export function statesThatAllow<T extends Table>(table: T, verb: VerbOf<T>): StateOf<T>[] {
  return (Object.keys(table) as StateOf<T>[]).filter((state) => allows(table, state, verb))
}
