import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { refundNoticeHours } from '@playhouse/domain/refund-policy'
import { useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { useBasket, useBrand } from '#server-state'
import styles from '../StepForm.module.css'

export const termsRules = { termsAccepted: z.boolean().refine((isAccepted) => isAccepted, 'checkout:errors.terms') }

/** The refund policy of tickets, and the checkbox for the terms, never preset, and the link to read them in another tab, so that typed values are not lost. */
export function TermsField() {
  const t = useWords('checkout')
  const { terms } = useBrand()
  const { tickets } = useBasket()
  const { control } = useFormContext<{ termsAccepted: boolean }>()
  return (
    <div className={styles.terms}>
      {tickets.length > 0 && <p>{t('summary.refunds', { hours: refundNoticeHours })}</p>}
      <a href={typeof terms === 'string' ? terms : '/terms'} target="_blank" rel="noreferrer">
        {t('summary.readTerms')}
      </a>
      <Controller
        control={control}
        name="termsAccepted"
        render={({ field, fieldState }) => (
          <Checkbox {...field} isRequired error={fieldState.error?.message && t(fieldState.error.message)}>
            {t('summary.terms')}
          </Checkbox>
        )}
      />
    </div>
  )
}
