import { Controller, useForm } from 'react-hook-form'
import { money as moneyOf } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { PageHeading } from '#ui/PageHeading'
import { useBasket, useSetGiftAid } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** Lets a taxpayer declare Gift Aid for the donation of this order. The declaration is never preset. */
function GiftAid() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { giftAid: giftAidOffer } = useBasket()
  const setGiftAid = useSetGiftAid()
  const form = useForm({
    shouldFocusError: false,
    defaultValues: recallForm('gift-aid', { isDeclared: giftAidOffer?.isDeclared ?? false }),
  })
  return (
    <>
      <PageHeading>{t('giftAid.title')}</PageHeading>
      <p>{t('giftAid.body', { amount: money(giftAidOffer?.amount ?? moneyOf(0)) })}</p>
      <StepForm step="gift-aid" form={form} save={(body) => setGiftAid.mutateAsync({ body })}>
        <Controller
          control={form.control}
          name="isDeclared"
          render={({ field }) => (
            <Checkbox {...field} hint={t('giftAid.hint')}>
              {t('giftAid.declare')}
            </Checkbox>
          )}
        />
      </StepForm>
    </>
  )
}

export const giftAid: Step = { id: 'gift-aid', isNeeded: ({ basket }) => basket.giftAid !== null, Screen: GiftAid }
