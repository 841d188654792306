import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { CounterCustomer } from '@playhouse/api-client/contract'
import { type AccountGiftAidWording, accountGiftAidWordings, type GiftAidMethod, giftAidMethods } from '@playhouse/domain/giving'
import { useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#form/AddressFields'
import { AddressLines } from '#form/AddressLines'
import { Checkbox } from '#form/Checkbox'
import { RadioCards } from '#form/RadioCards'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { GiftAidScope } from '#ticketing/GiftAidScope'
import { type ApiProblem, api, queryClient, useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { counterStateQuery, setCounterState, useStaffMutation } from './counter-state.ts'
import { inlineText } from './customer-text.ts'

/** The state of a Gift Aid declaration that a clerk records for the current customer. */
export function useGiftAidDeclaration(customer: CounterCustomer | null) {
  const t = useWords('box-office')
  const { country, registration } = useBrand()
  const stateRequired = registration.required.includes('state')
  const { send, problem, isPending } = useStaffMutation()
  const addressForm = useForm({
    resolver: zodResolver(z.object({ address: addressRules({ stateRequired }) })),
    defaultValues: { address: blankAddress(country) },
  })
  const [method, setMethod] = useState<GiftAidMethod>('oral')
  const [wording, setWording] = useState<AccountGiftAidWording>(accountGiftAidWordings[0])
  const [hasOtherHome, setOtherHome] = useState(false)
  // Another window of the clerk can change the customer: what is entered here is not their declaration.
  const id = customer?.id
  const [donor, setDonor] = useState(id)
  if (donor !== id) {
    setDonor(id)
    setMethod('oral')
    setWording(accountGiftAidWordings[0])
    setOtherHome(false)
  }
  useEffect(() => addressForm.reset({ address: blankAddress(country) }), [addressForm, country, id])
  const homeAddress = customer?.giftAid?.homeAddress ?? null
  const needsAddress = homeAddress === null || hasOtherHome
  return {
    ...{ addressForm, method, setMethod, wording, setWording, hasOtherHome, setOtherHome },
    ...{ homeAddress, needsAddress, stateRequired, problem, isPending },
    email: customer?.email ?? '',
    /** Validates the address, and moves the focus to its first invalid field. */
    validate: async (shouldFocus = true): Promise<boolean> => !needsAddress || addressForm.trigger(undefined, { shouldFocus }),
    /** Sends the declaration. @returns whether it is recorded */
    declare: async (): Promise<boolean> => {
      const address = needsAddress ? { address: addressForm.getValues('address') } : {}
      const body = { customer: customer!.id, wording, method, ...address }
      const result = await send(() => api.staff.declareGiftAid({ body }), {
        onSuccess: setCounterState,
        message: t('giftAid.recorded'),
      })
      // Another window of the clerk has changed the customer: the page shows the current one.
      if (!result.ok && result.error.code === 'no-customer') await queryClient.invalidateQueries(counterStateQuery)
      return result.ok
    },
  }
}

/** Why a declaration or its withdrawal was not recorded. */
export function GiftAidProblem({ problem }: { readonly problem: ApiProblem }) {
  const t = useWords('box-office')
  if (problem.code === 'no-customer') return <Notice tone="error" role="alert" title={t('giftAid.otherCustomer')} />
  // The only detail that a declaration changes is the home address.
  if (problem.code === 'details-not-updated') return <Notice tone="error" role="alert" title={t('giftAid.fullAddressBook')} />
  return <ProblemNotice problem={problem} bare />
}

/** Asks how the customer declares Gift Aid and for which donations, shows the text to read out, and asks for a missing home address. */
export function GiftAidFields({ declaration }: { readonly declaration: ReturnType<typeof useGiftAidDeclaration> }) {
  const t = useWords('box-office')
  // The words of the address, so that asking for another one replaces no page.
  useWords('account')
  const { method, setMethod, wording, setWording, hasOtherHome, setOtherHome, homeAddress, needsAddress } = declaration
  return (
    <>
      <RadioCards
        name="gift-aid-method"
        label={t('giftAid.method')}
        value={method}
        onChange={setMethod}
        cards={giftAidMethods.map((each) => ({ value: each, label: t(`giftAid.by.${each}`) }))}
      />
      <p className={styles['their']}>{t(`giftAid.todo.${method}`, { email: inlineText(declaration.email) })}</p>
      <GiftAidScope wordings={accountGiftAidWordings} value={wording} onChange={setWording} />
      {homeAddress && (
        <>
          <div className={styles['their']}>
            <p>{t('giftAid.home')}</p>
            <AddressLines address={homeAddress} />
          </div>
          <Checkbox name="gift-aid-other-home" value={hasOtherHome} onChange={setOtherHome}>
            {t('giftAid.otherHome')}
          </Checkbox>
        </>
      )}
      {needsAddress && (
        <FormProvider {...declaration.addressForm}>
          {!homeAddress && <p>{t('giftAid.needsHome')}</p>}
          <AddressFields fieldPrefix="address" purpose="off" stateRequired={declaration.stateRequired} />
        </FormProvider>
      )}
    </>
  )
}
