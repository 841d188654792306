import type { CounterCustomer } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'

/** Returns one sentence about the customer's Gift Aid declaration: when and how it was made, or that there is none. */
export function useGiftAidStatus(): (giftAid: NonNullable<CounterCustomer['giftAid']>) => string {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { timeZone } = useBrand()
  return ({ isDeclared, saidAt, method, recordedBy }) => {
    if (saidAt === null) return t('giftAid.none')
    const values = { when: dateAndTime({ startsAt: saidAt, timeZone }), name: recordedBy ?? '' }
    if (!isDeclared) return t('giftAid.withdrawn', values)
    return t(`giftAid.since.${method ?? 'online'}`, values)
  }
}
