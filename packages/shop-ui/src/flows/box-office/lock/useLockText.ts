import type { PlannedLocks } from '@playhouse/api-client/contract'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { useWords } from '#i18n'
import { useWindowText } from '../planning/useWindowText.ts'

/** Returns the text of a lock: type with the name of its agent, note and release. Null: on sale. */
export function useLockText(agents: PlannedLocks['agents']): (lock: SeatLock | null) => string {
  const t = useWords('lock')
  const words = useWords('box-office')
  const { momentOf } = useWindowText()
  return (lock) => {
    if (!lock) return t('onSale')
    const release = lock.release ? t('until', { moment: momentOf(lock.release) }) : ''
    const agent = lock.agent === undefined ? '' : (agents.find(({ id }) => id === lock.agent)?.name ?? lock.agent)
    return [words(`holdKind.${lock.type}`), agent, lock.note, release].filter((part) => part !== '').join(', ')
  }
}
