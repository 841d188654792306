import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Checkbox } from '#parts/Checkbox'

export const termsRules = { termsAccepted: z.boolean().refine((accepted) => accepted, 'checkout:errors.terms') }

/** The terms, never accepted by themselves. */
export function TermsField() {
  const t = useWords('checkout')
  const { control } = useFormContext<{ termsAccepted: boolean }>()
  return (
    <Controller
      control={control}
      name="termsAccepted"
      render={({ field, fieldState }) => (
        <Checkbox {...field} isRequired error={fieldState.error?.message && t(fieldState.error.message)}>
          {t('summary.terms')}
        </Checkbox>
      )}
    />
  )
}
