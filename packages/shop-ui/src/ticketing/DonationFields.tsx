import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { type Fund, isGiftAmount, offersRecognition } from '@playhouse/domain/giving'
import { money as moneyOf } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { FormField } from '#form/FormField'
import { RadioCards } from '#form/RadioCards'

/** A donation in the form: none, a preset amount in minor units, or another amount as typed. */
export type DonationValues = { chosen: string; other: string; recognitionName: string; isAnonymous: boolean; tributeName: string }
export const noDonation: DonationValues = { chosen: 'none', other: '', recognitionName: '', isAnonymous: false, tributeName: '' }

/** Returns the amount in minor units; `undefined` without a donation, NaN if the typed amount is invalid. */
export function donatedAmount({ chosen, other }: Pick<DonationValues, 'chosen' | 'other'>): number | undefined {
  if (chosen === 'none') return undefined
  if (chosen !== 'other') return Number(chosen)
  const typedAmount = other.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(typedAmount) ? Math.round(Number(typedAmount) * 100) : Number.NaN
}

/** Validation of the fields below. Messages are i18n keys. */
export const donationRules = (fund: Fund) =>
  z
    .object({
      chosen: z.string(),
      other: z.string(),
      recognitionName: z.string().trim().max(80),
      isAnonymous: z.boolean(),
      tributeName: z.string().trim().max(80),
    })
    .refine(
      (values) => {
        const amount = donatedAmount(values)
        return amount === undefined || isGiftAmount(fund, amount)
      },
      { path: ['other'], message: 'checkout:donate.amountError' },
    )

/**
 * Amount and details of a donation. No amount is preselected; recognition in the list of donors is offered from the brand's
 * minimum amount.
 */
export function DonationFields({ fund }: { readonly fund: Fund }) {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { control, watch, setValue } = useFormContext<DonationValues>()
  const values = watch()
  const amount = donatedAmount(values)
  const isNamed = amount !== undefined && offersRecognition(fund, amount)
  return (
    <>
      <RadioCards
        name="chosen"
        label={t('donate.question')}
        value={values.chosen}
        onChange={(amount) => setValue('chosen', amount, { shouldDirty: true })}
        cards={[
          { value: 'none', label: t('donate.none') },
          ...fund.presets.map((preset) => ({ value: String(preset), label: money(preset) })),
          { value: 'other', label: t('donate.other') },
        ]}
      />
      {values.chosen === 'other' && (
        <FormField
          name="other"
          label={t('donate.otherAmount')}
          hint={t('donate.range', { least: money(fund.least), most: money(moneyOf(fund.most)) })}
          inputMode="decimal"
          maxLength={10}
        />
      )}
      {amount !== undefined && (
        <>
          {isNamed && !values.isAnonymous && (
            <FormField name="recognitionName" label={t('donate.recognition')} hint={t('donate.recognitionHint')} maxLength={80} optional />
          )}
          <Controller
            control={control}
            name="isAnonymous"
            render={({ field }) => <Checkbox {...field}>{t('donate.anonymous')}</Checkbox>}
          />
          <FormField name="tributeName" label={t('donate.tribute')} maxLength={80} optional />
        </>
      )}
    </>
  )
}
