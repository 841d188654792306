import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { useBrand } from '#server-state'
import styles from '../StepForm.module.css'

export const termsRules = { termsAccepted: z.boolean().refine((isAccepted) => isAccepted, 'checkout:errors.terms') }

/** The checkbox for the terms, never preset, and the link to read them in another tab, so that typed values are not lost. */
export function TermsField() {
  const t = useWords('checkout')
  const { terms } = useBrand()
  const { control } = useFormContext<{ termsAccepted: boolean }>()
  return (
    <div className={styles.terms}>
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
