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
export function disambiguateIds(ids: readonly string[]): string[] {
  const takenIds = new Set(ids)
  const seenIds = new Set<string>()
  const uses = new Map<string, number>()
  return ids.map((id) => {
    if (!seenIds.has(id)) {
      seenIds.add(id)
      return id
    }
    let use = uses.get(id) ?? 1
    let other: string
    do other = `${id}~${(use += 1)}`
    while (takenIds.has(other))
    uses.set(id, use)
    takenIds.add(other)
    return other
  })
}
