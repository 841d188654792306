import type { ChangeDependent } from '@playhouse/domain/change'
import { useFormats, useWords } from '#i18n'
import { useWallClock } from './wall-clock.ts'

/** One line for each thing, and one for all later changes that have no name: an undo may find a thing twice, with its creation and with its change. */
export function mergeDependents(dependents: readonly ChangeDependent[]): ChangeDependent[] {
  const merged = new Map<string, ChangeDependent>()
  for (const dependent of dependents) {
    const isUnnamed = dependent.kind === 'change' && !dependent.change
    const key = isUnnamed ? 'change' : `${dependent.kind} ${dependent.id}`
    const former = merged.get(key)?.count ?? 0
    merged.set(key, { ...dependent, count: isUnnamed ? former + dependent.count : Math.max(former, dependent.count) })
  }
  return [...merged.values()]
}

/** Lines of the list: a screen reader reads all of it at once. */
const mostLines = 12

/** What was built on a change, by display names. */
export function DependentList({ dependents }: { readonly dependents: readonly ChangeDependent[] }) {
  const t = useWords('planning')
  const textOf = useDependentText()
  const merged = mergeDependents(dependents)
  return (
    <ul>
      {merged.slice(0, mostLines).map((dependent) => (
        <li key={`${dependent.kind} ${dependent.id}`}>{textOf(dependent)}</li>
      ))}
      {merged.length > mostLines && <li>{t('dependents.more', { count: merged.length - mostLines })}</li>}
    </ul>
  )
}

function useDependentText(): (dependent: ChangeDependent) => string {
  const t = useWords('planning')
  const { instant } = useFormats()
  const { dateAndTime } = useWallClock()
  return ({ kind, id, count, named, change }) => {
    const isPerformance = named !== undefined && named.startsAt !== null
    const what = isPerformance ? t('changes.performance', { name: named.name, when: dateAndTime(named.startsAt!) }) : (named?.name ?? id)
    if (change)
      return t('dependents.laterChange', { what: t(`changes.kind.${change.kind}`), name: what, when: instant(change.at), by: change.by })
    if (kind === 'performance' && isPerformance) return t('dependents.ahead', { what })
    if (kind === 'reference' || kind === 'missing')
      return t(`dependents.${kind}`, { count, what: t(`dependents.table.${id}`, { defaultValue: what }) })
    return t(`dependents.${kind}`, { id: what, count })
  }
}
