import { useForm } from 'react-hook-form'
import { money as moneyOf } from '@playhouse/domain/money'
import { ok } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { RadioCards } from '#form/RadioCards'
import { useAddItem, useBasket, useRemoveItem } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** Offers refund protection. Nothing is preset, and no choice means no. */
function BookingProtect() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { items, tickets, refundProtection } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const protection = items.find(({ kind }) => kind === 'refund-protection')
  const form = useForm<{ choice: 'yes' | 'no' | null }>({
    shouldFocusError: false,
    defaultValues: recallForm('booking-protect', { choice: protection ? ('yes' as const) : null }),
  })
  const choice = form.watch('choice')
  const each = moneyOf((refundProtection?.amount ?? 0) / Math.max(1, tickets.length))

  return (
    <>
      <PageHeading>{t('protect.title')}</PageHeading>
      <p>{t('protect.body')}</p>
      <StepForm
        step="booking-protect"
        form={form}
        save={async ({ choice: chosen }) => {
          if (chosen === 'yes' && !protection) return add.mutateAsync({ body: { kind: 'refund-protection' } })
          if (chosen !== 'yes' && protection) return remove.mutateAsync({ params: { id: protection.id } })
          return ok(undefined)
        }}
      >
        <RadioCards
          name="choice"
          label={t('protect.question')}
          optional
          value={choice}
          onChange={(chosen) => form.setValue('choice', chosen, { shouldDirty: true })}
          cards={[
            {
              value: 'yes',
              label: t('protect.yes'),
              hint: t('protect.each', { amount: money(each), count: tickets.length }),
              detail: money(refundProtection?.amount ?? moneyOf(0)),
            },
            { value: 'no', label: t('protect.no'), hint: t('protect.noBody') },
          ]}
        />
      </StepForm>
    </>
  )
}

export const bookingProtect: Step = {
  id: 'booking-protect',
  isNeeded: ({ basket }) => basket.refundProtection !== null,
  Screen: BookingProtect,
}
