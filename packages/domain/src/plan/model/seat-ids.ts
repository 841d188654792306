type DraftArea = {
  readonly id: string
  readonly rows: readonly { readonly label: string; readonly seats: readonly { readonly id?: string; readonly number: string }[] }[]
}

/** The id of each seat of a draft, in plan order: its own, or made of area, row and number. Ids may be repeated. */
export const wantedIds = ({ areas }: { readonly areas: readonly DraftArea[] }): string[] =>
  areas.flatMap(({ id: area, rows }) =>
    rows.flatMap(({ label, seats }) => seats.map(({ id, number }) => id ?? `${area}.${label}.${number}`)),
  )

/** Ids that differ: those that were used before get `~2`, `~3`, …, but never one that another seat has by itself. */
export function disambiguateIds(wanted: readonly string[]): string[] {
  const taken = new Set(wanted)
  const seen = new Set<string>()
  const uses = new Map<string, number>()
  return wanted.map((id) => {
    if (!seen.has(id)) {
      seen.add(id)
      return id
    }
    let use = uses.get(id) ?? 1
    let other: string
    do other = `${id}~${(use += 1)}`
    while (taken.has(other))
    uses.set(id, use)
    taken.add(other)
    return other
  })
}
