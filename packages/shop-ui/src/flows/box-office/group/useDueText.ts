import type { GroupBooking } from '@playhouse/api-client/contract'
import { subtract } from '@playhouse/domain/money'
import { useDayFormat, useFormats, useWords } from '#i18n'

/** What is due next, in words. */
export function useDueText(): (booking: GroupBooking) => string {
  const t = useWords('group')
  const { money } = useFormats()
  const formatDay = useDayFormat()
  return ({ due, deposit, total, paid }) => {
    if (!due) return t('due.none')
    const amount = money(due.what === 'deposit' ? deposit : subtract(total, paid))
    const text = t(`due.${due.what}`, { day: formatDay(due.on), amount })
    return due.isOverdue ? t('due.overdue', { text }) : text
  }
}
