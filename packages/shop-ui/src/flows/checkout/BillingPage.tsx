import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import { useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { PersonFields, personRules } from '#form/PersonFields'
import { detailsQuery, useBasket, useBrand, useSetBilling } from '#server-state'
import { useSavedAddresses } from './address-book.ts'
import { AddressChoice, addressValueRules, addressValues, type AddressValues, chosenAddress } from './AddressChoice.tsx'
import { FieldGroup, recallForm, StepForm } from './StepForm.tsx'
import { useSteps } from './steps-context.ts'

type BillingValues = AddressValues & { firstName: string; lastName: string; phone: string }

/** Name, phone number and address of the payer, filled in from the account (WCAG 3.3.7). */
export function BillingPage({ step = 'billing' }: { readonly step?: 'billing' | 'billing-address' }) {
  const t = useWords('checkout')
  const { registration, country } = useBrand()
  const { billing, delivery } = useBasket()
  const { data: details } = useSuspenseQuery(detailsQuery)
  const savedAddresses = useSavedAddresses('isBilling', [delivery.address])
  const setBilling = useSetBilling()
  // A brand with a separate address step asks for the address only there.
  const isAddressElsewhere = useSteps().includes('billing-address') && step === 'billing'
  const phoneRequired = registration.required.includes('phone')
  const stateRequired = registration.required.includes('state')
  const resolver: Resolver<BillingValues> = (values, context, options) => {
    const person = personRules({ phoneRequired })
    return zodResolver(person.extend(addressValueRules(values, { stateRequired })))(values, context, options)
  }
  const { firstName, lastName, phone } = billing ?? details.customer
  const form = useForm<BillingValues>({
    resolver,
    shouldFocusError: false,
    defaultValues: recallForm(step, { firstName, lastName, phone, ...addressValues(savedAddresses, billing?.address, country) }),
  })
  return (
    <>
      <PageHeading>{t('billing.title')}</PageHeading>
      <p>{t('billing.body')}</p>
      <StepForm
        step={step}
        form={form}
        {...(step === 'billing' && { page: 'billingdetails' as const })}
        save={({ where, address, ...person }) =>
          setBilling.mutateAsync({ body: { ...person, address: chosenAddress({ where, address }, savedAddresses) } })
        }
      >
        <FieldGroup title={t('billing.name')}>
          <PersonFields phoneRequired={phoneRequired} />
        </FieldGroup>
        {!isAddressElsewhere && (
          <FieldGroup title={t('billing.address')}>
            <AddressChoice savedAddresses={savedAddresses} purpose="billing" stateRequired={stateRequired} />
          </FieldGroup>
        )}
      </StepForm>
    </>
  )
}
