import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { money as moneyOf } from '@playhouse/domain/money'
import type { Giving } from '@playhouse/domain/giving'
import { ok } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import { donatedAmount, DonationFields, donationRules, type DonationValues, noDonation } from '#ticketing/DonationFields'
import { PageHeading } from '#ui/PageHeading'
import { useDrafts } from '#client-state'
import { useAddItem, useBasket, useBrand, useRemoveItem } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** Asks for a donation once. “No” is preset. */
function Upsells() {
  const { giving } = useBrand()
  return giving ? <DonationStep giving={giving} /> : null
}

function DonationStep({ giving }: { readonly giving: Giving }) {
  const t = useWords('checkout')
  const { defaultLocale } = useBrand()
  const { items } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const donation = items.find(({ kind }) => kind === 'donation')
  // The basket stores less than the form: the draft restores the rest for a visitor who comes back.
  const donationDraft = (): Partial<DonationValues> => ({ ...useDrafts.getState().forms['donation'] })
  const form = useForm<DonationValues>({
    resolver: zodResolver(donationRules(giving)),
    shouldFocusError: false,
    defaultValues: recallForm('upsells', {
      ...noDonation,
      ...(donation && { ...donationChoice(donation.amount, giving), ...donationDraft() }),
    }),
  })
  return (
    <>
      <PageHeading>{t('donate.title', { fund: giving.name })}</PageHeading>
      <p lang={defaultLocale}>{giving.body}</p>
      <StepForm
        step="upsells"
        form={form}
        save={async (values) => {
          useDrafts.getState().saveForm('donation', values)
          const amount = donatedAmount(values)
          if (amount === undefined) return donation ? remove.mutateAsync({ params: { id: donation.id } }) : ok(undefined)
          const { recognitionName, isAnonymous, tributeName } = values
          const texts = { recognitionName: recognitionName || null, isAnonymous, tributeName: tributeName || null }
          return add.mutateAsync({ body: { kind: 'donation', fund: giving.fund, appeal: null, amount: moneyOf(amount), ...texts } })
        }}
      >
        <DonationFields giving={giving} />
      </StepForm>
    </>
  )
}

const donationChoice = (amount: number, { presets }: Giving): Partial<DonationValues> =>
  presets.some((preset) => preset === amount) ? { chosen: String(amount) } : { chosen: 'other', other: (amount / 100).toFixed(2) }

export const upsells: Step = {
  id: 'upsells',
  isNeeded: ({ brand: { features, giving } }) => features.donations && giving !== undefined,
  Screen: Upsells,
}
