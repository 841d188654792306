import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { MonthlyGift } from '@playhouse/api-client/contract'
import { isMonthlyGift } from '@playhouse/domain/monthly-gift'
import { money as moneyOf } from '@playhouse/domain/money'
import { useFormats, useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { FormErrors, FormField } from '#form/FormField'
import { donatedAmount } from '#ticketing/DonationFields'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { type ApiMutation, MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { monthlyGiftsQuery } from './queries.ts'

type Gifts = { readonly gifts: MonthlyGift[] }
const storeGifts = (value: Gifts): void => queryClient.setQueryData(monthlyGiftsQuery.queryKey, value) as void

/** The gifts that the customer makes every month: the next day, a change of the amount, and the end. */
export function MonthlyGifts() {
  const t = useWords('profile')
  const { gifts } = useSuspenseQuery(monthlyGiftsQuery).data
  const mutation = useApiMutation()
  const outcome = useRef<HTMLDivElement>(null)
  return (
    <>
      {/* Takes the focus of the button of a gift that has ended. */}
      <div ref={outcome} tabIndex={-1}>
        <MutationOutcome mutation={mutation} />
      </div>
      {gifts.length > 0 && (
        <section className={styles.group} aria-label={t('monthly.title')}>
          <h2>{t('monthly.title')}</h2>
          <div className={styles.cards}>
            {gifts.map((gift) => (
              <GiftCard key={gift.id} gift={gift} mutation={mutation} onStopped={() => outcome.current?.focus()} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

type GiftProps = { readonly gift: MonthlyGift; readonly mutation: ApiMutation }

function GiftCard({ gift, mutation, onStopped }: GiftProps & { readonly onStopped: () => void }) {
  const t = useWords('profile')
  const { money } = useFormats()
  const day = useDayFormat()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { id, name, amount, state, on, means } = gift
  const stop = () =>
    mutation.send(() => api.me.stopMonthlyGift({ params: { id } }), {
      message: t(state === 'charging' ? 'monthly.stoppedCharging' : 'monthly.stopped'),
      onSuccess: (gifts) => {
        storeGifts(gifts)
        onStopped()
      },
    })
  return (
    <div className={styles.card}>
      <h3 lang={lang}>{name}</h3>
      <p>{t('monthly.amount', { amount: money(amount), day: gift.day })}</p>
      <p>{t(`monthly.is.${state}`, { day: on === null ? '' : day(on) })}</p>
      <p className={styles.note}>{t(`monthly.by.${means}`)}</p>
      <Disclosure level={4} label={t('monthly.change', { name })}>
        <AmountForm gift={gift} mutation={mutation} />
      </Disclosure>
      <p>
        <Button isPending={mutation.isPending} onPress={() => void stop()}>
          {t('monthly.stop', { name })}
        </Button>
      </p>
    </div>
  )
}

function AmountForm({ gift: { id, fund: ofFund, amount, means }, mutation }: GiftProps) {
  const t = useWords('profile')
  const checkout = useWords('checkout')
  const { money } = useFormats()
  const fund = useBrand().giving.find(({ fund }) => fund === ofFund)
  // Its name is its id on the page, which has a form for each gift.
  const field = `amount-${id}`
  // The stored amount replaces the typed one after each change; the form stays, with its focus.
  const form = useForm<Record<string, string>>({ shouldFocusError: false, values: { [field]: (amount / 100).toFixed(2) } })
  const submit = form.handleSubmit(async ({ [field]: other = '' }) => {
    const changed = donatedAmount({ chosen: 'other', other }) ?? Number.NaN
    if (!fund || !isMonthlyGift(fund, changed, means)) return form.setError(field, { message: 'checkout:donate.amountError' })
    await mutation.send(() => api.me.changeMonthlyGift({ params: { id }, body: { amount: moneyOf(changed) } }), {
      message: t('monthly.changed'),
      onSuccess: storeGifts,
    })
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.group} onSubmit={submit}>
        <FormErrors />
        <FormField
          name={field}
          label={checkout('donate.otherAmount')}
          hint={fund?.monthly && checkout('donate.range', { least: money(fund.monthly.least), most: money(fund.monthly.most) })}
          inputMode="decimal"
          maxLength={10}
        />
        <p className={styles.note}>{t(`monthly.changeNote.${means}`)}</p>
        <Button type="submit" isPending={mutation.isPending}>
          {t('monthly.save')}
        </Button>
      </form>
    </FormProvider>
  )
}
