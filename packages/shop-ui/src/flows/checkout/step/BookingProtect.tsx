import { money as moneyOf } from '@playhouse/domain/money'
import { ok } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { useAddItem, useBasket, useRemoveItem } from '#server-state'
import { ChoiceStep } from './ChoiceStep.tsx'
import type { Step } from './step.ts'

/** Offers refund protection. Nothing is preset, and no choice means no. */
function BookingProtect() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { items, tickets, refundProtection } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const protection = items.find(({ kind }) => kind === 'refund-protection')
  const amountPerTicket = moneyOf((refundProtection?.amount ?? 0) / Math.max(1, tickets.length))
  return (
    <ChoiceStep<'yes' | 'no'>
      step="booking-protect"
      title={t('protect.title')}
      lead={t('protect.body')}
      question={t('protect.question')}
      initial={protection ? 'yes' : null}
      cards={[
        {
          value: 'yes',
          label: t('protect.yes'),
          hint: t('protect.each', { amount: money(amountPerTicket), count: tickets.length }),
          detail: money(refundProtection?.amount ?? moneyOf(0)),
        },
        { value: 'no', label: t('protect.no'), hint: t('protect.noBody') },
      ]}
      save={async (choice) => {
        if (choice === 'yes' && !protection) return add.mutateAsync({ body: { kind: 'refund-protection' } })
        if (choice !== 'yes' && protection) return remove.mutateAsync({ params: { id: protection.id } })
        return ok(undefined)
      }}
    />
  )
}

export const bookingProtect: Step = {
  id: 'booking-protect',
  isNeeded: ({ basket }) => basket.refundProtection !== null,
  Screen: BookingProtect,
}
