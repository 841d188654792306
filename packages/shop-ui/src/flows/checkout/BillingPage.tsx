import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Address } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#parts/AddressFields'
import { AddressLines } from '#parts/AddressLines'
import { Checkbox } from '#parts/Checkbox'
import { PageHeading } from '#parts/PageHeading'
import { PersonFields, personRules } from '#parts/PersonFields'
import { detailsQuery, useBasket, useBrand, useSetBilling } from '#session'
import { FieldGroup, recallForm, StepForm } from './StepForm.tsx'
import styles from './BillingPage.module.css'

type BillingValues = { firstName: string; lastName: string; phone: string; same: boolean; address: Address }

/** Who pays, and where they live. What the account knows needn't be typed again (WCAG 3.3.7). */
export function BillingPage() {
  const t = useWords('checkout')
  const { registration, country } = useBrand()
  const { billing } = useBasket()
  const { data: details } = useSuspenseQuery(detailsQuery)
  const setBilling = useSetBilling()
  const saved = details.address
  const phoneRequired = registration.required.includes('phone')
  const stateRequired = registration.required.includes('state')

  const resolver: Resolver<BillingValues> = (values, context, options) => {
    const address = values.same && saved ? z.custom<Address>() : addressRules({ stateRequired })
    return zodResolver(personRules({ phoneRequired }).extend({ same: z.boolean(), address }))(values, context, options)
  }
  const { firstName, lastName, phone } = billing ?? details.customer
  const form = useForm<BillingValues>({
    resolver,
    shouldFocusError: false,
    defaultValues: recallForm('billing', {
      firstName,
      lastName,
      phone,
      same: saved !== null && (billing === null || sameAddress(billing.address, saved)),
      address: billing && !(saved && sameAddress(billing.address, saved)) ? billing.address : blankAddress(country),
    }),
  })
  const same = form.watch('same') && saved !== null

  return (
    <>
      <PageHeading>{t('billing.title')}</PageHeading>
      <p>{t('billing.body')}</p>
      <StepForm
        step="billing"
        form={form}
        save={({ same: useSaved, address, ...person }) =>
          setBilling.mutateAsync({ body: { ...person, address: useSaved && saved ? saved : address } })
        }
      >
        <FieldGroup title={t('billing.name')}>
          <PersonFields phoneRequired={phoneRequired} />
        </FieldGroup>
        <FieldGroup title={t('billing.address')}>
          {saved && (
            <Controller control={form.control} name="same" render={({ field }) => <Checkbox {...field}>{t('billing.same')}</Checkbox>} />
          )}
          {same ? (
            <div className={styles.saved}>
              <AddressLines address={saved} />
            </div>
          ) : (
            <AddressFields within="address" purpose="billing" stateRequired={stateRequired} />
          )}
        </FieldGroup>
      </StepForm>
    </>
  )
}

const sameAddress = (one: Address, other: Address): boolean =>
  (Object.keys(one) as (keyof Address)[]).every((part) => one[part] === other[part])
