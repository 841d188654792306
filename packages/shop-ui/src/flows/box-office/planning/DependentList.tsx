import type { ChangeDependent } from '@playhouse/domain/change'
import { useWords } from '#i18n'

/** One line for all later changes, and one for each other thing: an undo may find a thing twice, with its creation and with its change. */
export function mergeDependents(dependents: readonly ChangeDependent[]): ChangeDependent[] {
  const merged = new Map<string, ChangeDependent>()
  for (const dependent of dependents) {
    const isChange = dependent.kind === 'change'
    const key = isChange ? 'change' : `${dependent.kind} ${dependent.id}`
    const former = merged.get(key)?.count ?? 0
    merged.set(key, { ...dependent, count: isChange ? former + dependent.count : Math.max(former, dependent.count) })
  }
  return [...merged.values()]
}

/** What was built on a change. */
export function DependentList({ dependents }: { readonly dependents: readonly ChangeDependent[] }) {
  const t = useWords('planning')
  return (
    <ul>
      {mergeDependents(dependents).map(({ kind, id, count }) => (
        <li key={`${kind} ${id}`}>{t(`dependents.${kind}`, { id, count, what: t(`dependents.table.${id}`, { defaultValue: id }) })}</li>
      ))}
    </ul>
  )
}
