import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { isPosted } from '@playhouse/domain/postage'
import { loadMessages, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { AddressFields, addressRules, blankAddress } from '#form/AddressFields'
import { AddressLines } from '#form/AddressLines'
import { api, useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'

/** The address that goods by post are sent to: a form until there is one. Nothing where the sale sends nothing. */
export function PostAddress() {
  const t = useWords('box-office')
  // The texts of the address, so that choosing the post replaces no page. Nothing waits for them.
  useEffect(() => {
    // A failure is shown when the form needs them.
    loadMessages('account').catch(() => {})
  }, [])
  const { basket, customer } = useCounterState()
  const [isChanging, setChanging] = useState(false)
  const { address } = basket.delivery
  if (basket.state !== 'open' || !basket.items.some(isPosted)) return null
  return (
    <section aria-labelledby="post-address" className={styles['form']}>
      <h3 id="post-address">{t('post.title')}</h3>
      {address && !isChanging ? (
        <>
          <div className={styles['their']}>
            <AddressLines address={address} />
          </div>
          <div>
            <Button onPress={() => setChanging(true)}>{t('post.change')}</Button>
          </div>
        </>
      ) : (
        // Another customer has another address.
        <AddressForm key={customer?.id} onSaved={() => setChanging(false)} />
      )}
    </section>
  )
}

/** Starts with the address of the sale, or with the home address of the customer where it is known. */
function AddressForm({ onSaved }: { readonly onSaved: () => void }) {
  const t = useWords('box-office')
  const { country, registration } = useBrand()
  const { basket, customer } = useCounterState()
  const { send, problem, isPending } = useStaffMutation()
  const stateRequired = registration.required.includes('state')
  const form = useForm({
    resolver: zodResolver(z.object({ address: addressRules({ stateRequired }) })),
    defaultValues: { address: basket.delivery.address ?? customer?.giftAid?.homeAddress ?? blankAddress(country) },
  })
  const save = form.handleSubmit(async ({ address }) => {
    const saved = await send(() => api.counter.setAddress({ body: { address } }), { onSuccess: setCounterState, message: t('post.saved') })
    if (saved.ok) onSaved()
  })
  return (
    <FormProvider {...form}>
      <form
        className={styles['form']}
        noValidate
        aria-labelledby="post-address"
        onSubmit={(event: FormEvent<HTMLFormElement>) => void save(event)}
      >
        {problem && <ProblemNotice problem={problem} bare />}
        <AddressFields fieldPrefix="address" purpose="off" stateRequired={stateRequired} />
        <Button type="submit" isPending={isPending}>
          {t('post.save')}
        </Button>
      </form>
    </FormProvider>
  )
}
