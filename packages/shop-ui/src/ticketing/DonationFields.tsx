import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import type { Locale } from '@playhouse/domain/brand'
import { type Fund, isGiftAmount, offersRecognition } from '@playhouse/domain/giving'
import type { ItemDetails } from '@playhouse/domain/item-detail'
import type { RequestedItem } from '@playhouse/domain/requested-item'
import { type Money, money as moneyOf } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { FormField, useFormField } from '#form/FormField'
import { RadioCards } from '#form/RadioCards'

/** A donation in the form: none, a preset amount in minor units, or another amount as typed. */
export type DonationValues = {
  chosen: string
  other: string
  appeal: string
  recognitionName: string
  isAnonymous: boolean
  tributeName: string
}
/** The choice of a donor who leaves the appeal to the theatre. */
const anyAppeal = 'any'
export const noDonation: DonationValues = {
  ...{ chosen: 'none', other: '', appeal: anyAppeal, recognitionName: '', isAnonymous: false, tributeName: '' },
}

/** The values of the form for a donation in the basket. */
export const valuesOfDonation = (
  { presets, appeals = [] }: Pick<Fund, 'presets' | 'appeals'>,
  { amount, detail }: { readonly amount: Money; readonly detail: ItemDetails['donation'] },
): DonationValues => ({
  ...(presets.includes(amount) ? { chosen: String(amount), other: '' } : { chosen: 'other', other: (amount / 100).toFixed(2) }),
  appeal: appeals.find(({ appeal }) => appeal === detail.appeal)?.appeal ?? anyAppeal,
  recognitionName: detail.recognitionName ?? '',
  isAnonymous: detail.isAnonymous,
  tributeName: detail.tributeName ?? '',
})

/** The donation that valid values ask for; undefined without one. */
export function requestedDonation(
  { fund }: Pick<Fund, 'fund'>,
  values: DonationValues,
): Extract<RequestedItem, { kind: 'donation' }> | undefined {
  const amount = donatedAmount(values)
  if (amount === undefined) return undefined
  const { appeal, recognitionName, isAnonymous, tributeName } = values
  return {
    ...{ kind: 'donation', fund, amount: moneyOf(amount), isAnonymous },
    appeal: appeal === anyAppeal ? null : appeal,
    recognitionName: recognitionName || null,
    tributeName: tributeName || null,
  }
}

/** Returns the amount in minor units; `undefined` without a donation, NaN if the typed amount is invalid. */
export function donatedAmount({ chosen, other }: Pick<DonationValues, 'chosen' | 'other'>): number | undefined {
  if (chosen === 'none') return undefined
  if (chosen !== 'other') return Number(chosen)
  const typedAmount = other.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(typedAmount) ? Math.round(Number(typedAmount) * 100) : Number.NaN
}

/** Validation of the fields below. Messages are i18n keys. @param isRequired whether an amount must be chosen */
export const donationRules = (fund: Fund, isRequired = false) =>
  z
    .object({
      chosen: z.string(),
      other: z.string(),
      appeal: z.string(),
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
    .refine(({ chosen }) => !isRequired || chosen !== noDonation.chosen, { path: ['chosen'], message: 'checkout:donate.choose' })

type DonationFieldsProps = { readonly fund: Fund; readonly lang: Locale; readonly isRequired?: boolean }

/**
 * Amount and details of a donation. No amount is preselected; recognition in the list of donors is offered from the brand's
 * minimum amount.
 * @param props.lang language of the names of appeals
 * @param props.isRequired without the choice to give nothing
 */
export function DonationFields({ fund, lang, isRequired = false }: DonationFieldsProps) {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { control, watch, setValue, formState } = useFormContext<DonationValues>()
  const { error } = useFormField('chosen')
  const values = watch()
  const amount = donatedAmount(values)
  const isNamed = amount !== undefined && offersRecognition(fund, amount)
  return (
    <>
      <RadioCards
        name="chosen"
        label={t('donate.question')}
        // Tab reaches the cards of a value only if one of them has it.
        value={isRequired && values.chosen === noDonation.chosen ? null : values.chosen}
        error={error}
        onChange={(amount) => setValue('chosen', amount, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        cards={[
          ...(isRequired ? [] : [{ value: 'none', label: t('donate.none') }]),
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
          {fund.appeals && (
            <RadioCards
              name="appeal"
              label={t('donate.appeal')}
              value={values.appeal}
              onChange={(appeal) => setValue('appeal', appeal, { shouldDirty: true })}
              cards={[
                { value: anyAppeal, label: t('donate.anyAppeal') },
                ...fund.appeals.map(({ appeal, name }) => ({ value: appeal, label: <span lang={lang}>{name}</span> })),
              ]}
            />
          )}
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
