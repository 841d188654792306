import type { PlannedLocks } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { useFormats, useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { useLockText } from './useLockText.ts'
import { useSeatNames } from './useSeatNames.ts'

type Props = { readonly locks: PlannedLocks['locks']; readonly agents: PlannedLocks['agents']; readonly plan: Plan }

/** The saved locks: what each is for, its seats, its release, and who made it. */
export function LockList({ locks, agents, plan }: Props) {
  const t = useWords('lock')
  const textOf = useLockText(agents)
  const namesOf = useSeatNames(plan)
  const { instant } = useFormats()
  if (locks.length === 0) return <p>{t('none')}</p>
  return (
    <section aria-labelledby="lock-list" className={styles['stack']}>
      <h2 id="lock-list">{t('savedList')}</h2>
      <DataTable
        label={t('savedList')}
        columns={[
          { key: 'lock', label: t('lock') },
          { key: 'seats', label: t('seats') },
          { key: 'release', label: t('onSaleFrom') },
          { key: 'by', label: t('by') },
        ]}
      >
        <tbody>
          {locks.map(({ id, seats, releaseAt, placedBy, placedAt, ...lock }) => (
            <tr key={id}>
              <th scope="row">{textOf(lock)}</th>
              <td>{namesOf(seats)}</td>
              <td>{releaseAt === null ? t('never') : instant(releaseAt)}</td>
              <td>{t('byWhen', { by: placedBy, when: instant(placedAt) })}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}
