import type { SeatLock } from '@playhouse/domain/seat-lock'
import { useWords } from '#i18n'
import { useWindowText } from '../planning/useWindowText.ts'

/** Returns the text of a lock: type, note and release. Null: on sale. */
export function useLockText(): (lock: SeatLock | null) => string {
  const t = useWords('lock')
  const words = useWords('box-office')
  const { momentOf } = useWindowText()
  return (lock) => {
    if (!lock) return t('onSale')
    const release = lock.release ? t('until', { moment: momentOf(lock.release) }) : ''
    return [words(`holdKind.${lock.type}`), lock.note, release].filter((part) => part !== '').join(', ')
  }
}
