import type { PlannedReplan } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { useSeatNames } from '../lock/useSeatNames.ts'

/** What another plan means for the seats: those of both plans, and those that it lacks by who has them. */
export function ReplanLists({ replan: { same, added, gone }, plan }: { readonly replan: PlannedReplan; readonly plan: Plan | undefined }) {
  const t = useWords('replan')
  const namesOf = useSeatNames(plan)
  const rows = [
    { key: 'same', count: same, seats: [] },
    { key: 'added', count: added, seats: [] },
    { key: 'free', count: gone.free.length, seats: gone.free },
    { key: 'held', count: gone.held.length, seats: gone.held },
    { key: 'sold', count: gone.sold.length, seats: gone.sold },
  ] as const
  return (
    <DataTable
      label={t('lists.title')}
      columns={[
        { key: 'list', label: t('lists.what') },
        { key: 'count', label: t('lists.count'), isAmount: true },
        { key: 'seats', label: t('lists.seats') },
      ]}
    >
      <tbody>
        {rows.map(({ key, count, seats }) => (
          <tr key={key}>
            <th scope="row">{t(`lists.${key}`)}</th>
            <td className={styles['sum']}>{count}</td>
            <td>{namesOf(seats)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
