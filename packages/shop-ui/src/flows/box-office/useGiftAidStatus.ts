import type { CounterCustomer } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'

/** Returns one sentence about the customer's Gift Aid declaration: when and how it was made, or that there is none. */
export function useGiftAidStatus(): (giftAid: NonNullable<CounterCustomer['giftAid']>) => string {
  const t = useWords('box-office')
  const { instant } = useFormats()
  return ({ isDeclared, saidAt, method, recordedBy }) => {
    if (saidAt === null) return t('giftAid.none')
    const values = { when: instant(saidAt), name: recordedBy ?? '' }
    if (!isDeclared) return t('giftAid.withdrawn', values)
    return t(`giftAid.since.${method ?? 'online'}`, values)
  }
}
