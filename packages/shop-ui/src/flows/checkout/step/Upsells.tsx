import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Fund } from '@playhouse/domain/giving'
import { ok } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import {
  DonationFields,
  donationRules,
  type DonationValues,
  noDonation,
  requestedDonation,
  valuesOfDonation,
} from '#ticketing/DonationFields'
import { PageHeading } from '#ui/PageHeading'
import { useDrafts } from '#client-state'
import { openFunds, useAddItem, useBasket, useBrand, useRemoveItem } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** Asks once for a donation to the theatre's most important fund. “No” is preset. */
function Upsells() {
  const [fund] = openFunds(useBrand())
  return fund ? <DonationStep fund={fund} /> : null
}

function DonationStep({ fund }: { readonly fund: Fund }) {
  const t = useWords('checkout')
  const { defaultLocale } = useBrand()
  const { items } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const donation = items.find((item) => item.kind === 'donation' && item.detail.fund === fund.fund && item.detail.topUp === null)
  // The basket stores less than the form: the draft restores the rest for a visitor who comes back.
  const donationDraft = (): Partial<DonationValues> => ({ ...useDrafts.getState().forms['donation'] })
  const form = useForm<DonationValues>({
    resolver: zodResolver(donationRules(fund)),
    shouldFocusError: false,
    defaultValues: recallForm('upsells', {
      ...noDonation,
      ...(donation?.kind === 'donation' && { ...valuesOfDonation(fund, donation), ...donationDraft() }),
    }),
  })
  return (
    <>
      <PageHeading>{t('donate.title', { fund: fund.name })}</PageHeading>
      <p lang={defaultLocale}>{fund.body}</p>
      <StepForm
        step="upsells"
        form={form}
        save={async (values) => {
          useDrafts.getState().saveForm('donation', values)
          const body = requestedDonation(fund, values)
          if (body) return add.mutateAsync({ body })
          return donation ? remove.mutateAsync({ params: { id: donation.id } }) : ok(undefined)
        }}
      >
        <DonationFields fund={fund} lang={defaultLocale} />
      </StepForm>
    </>
  )
}

export const upsells: Step = {
  id: 'upsells',
  isNeeded: ({ brand }) => openFunds(brand).length > 0,
  Screen: Upsells,
}
