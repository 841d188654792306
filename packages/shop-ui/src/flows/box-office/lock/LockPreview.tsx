import type { PaintedPerformance } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { PreviewPanel } from '../planning/PreviewPanel.tsx'
import { useWallClock } from '../planning/wall-clock.ts'
import { useSeatNames } from './useSeatNames.ts'

type Props = {
  readonly performances: readonly PaintedPerformance[]
  readonly plan: Plan
  readonly isPending: boolean
  readonly onSave: () => void
}

/** What the painting would do on each performance, with the seats that stay because customers have them. */
export function LockPreview({ performances, plan, isPending, onSave }: Props) {
  const t = useWords('lock')
  const words = useWords('planning')
  const { when } = useWallClock()
  const namesOf = useSeatNames(plan)
  const isEmpty = performances.every(({ locked, changed, unlocked }) => locked + changed + unlocked === 0)
  return (
    <PreviewPanel name="lock" preview={performances}>
      <DataTable
        label={words('bulk.preview')}
        columns={[
          { key: 'when', label: t('performance') },
          { key: 'locked', label: t('locked'), isAmount: true },
          { key: 'changed', label: t('changed'), isAmount: true },
          { key: 'unlocked', label: t('unlocked'), isAmount: true },
          { key: 'taken', label: t('taken') },
        ]}
      >
        <tbody>
          {performances.map(({ id, startsAt, locked, changed, unlocked, taken }) => (
            <tr key={id}>
              <th scope="row">{when(startsAt)}</th>
              <td className={styles['sum']}>{locked}</td>
              <td className={styles['sum']}>{changed}</td>
              <td className={styles['sum']}>{unlocked}</td>
              <td>{taken.length === 0 ? t('noneTaken') : namesOf(taken)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <Button look="primary" isPending={isPending} isDisabled={isEmpty} onPress={onSave}>
        {t('apply')}
      </Button>
    </PreviewPanel>
  )
}
