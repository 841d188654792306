import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { fundPathOf } from '@playhouse/domain/donation-path'
import { calendarDay } from '@playhouse/domain/calendar'
import type { Fund } from '@playhouse/domain/giving'
import { firstGift, lastGiftDay, monthlyWording } from '@playhouse/domain/monthly-gift'
import { type Money, money as moneyOf } from '@playhouse/domain/money'
import { serverNow } from '#browser'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { FormErrors } from '#form/FormField'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { donatedAmount, DonationFields, donationRules, type DonationValues, noDonation, requestedDonation } from '#ticketing/DonationFields'
import { useApiMutation } from '#mutation'
import { api, ProblemError, queryClient, unwrap, useBrand, useSession } from '#server-state'
import styles from './DonationPages.module.css'

const cardsQuery = queryOptions({ queryKey: ['me', 'cards'], queryFn: () => unwrap(api.me.cards()) })
const directDebitsQuery = queryOptions({ queryKey: ['me', 'direct-debits'], queryFn: () => unwrap(api.me.directDebits()) })
const monthlyGiftsQuery = queryOptions({ queryKey: ['me', 'monthly-gifts'], queryFn: () => unwrap(api.me.monthlyGifts()) })

type Props = { readonly fund: Fund; readonly monthly: NonNullable<Fund['monthly']> }
/** A card or a direct debit that can pay. `value`: the id of the direct debit, or `card`. */
type MeansCard = { readonly value: string; readonly label: string }

/** A gift that is made every month, by a customer with an account and a saved card or a direct debit. */
export function MonthlyGift({ fund, monthly }: Props) {
  const t = useWords('giving')
  const { money } = useFormats()
  const { customer } = useSession()
  const isKnown = customer !== null && !customer.isGuest
  const { data: gifts, error: giftsError } = useQuery({ ...monthlyGiftsQuery, enabled: isKnown })
  const { data: cards, error: cardsError } = useQuery({ ...cardsQuery, enabled: isKnown })
  const { data: debits, error: debitsError } = useQuery({ ...directDebitsQuery, enabled: isKnown })
  if (!isKnown)
    return (
      <Notice>
        {t('monthlyNeedsAccount')}
        <NoticeActions>
          <LinkButton to={`/login?${new URLSearchParams({ next: fundPathOf(fund) })}`}>{t('signIn')}</LinkButton>
        </NoticeActions>
      </Notice>
    )
  const error = giftsError ?? cardsError ?? debitsError
  if (error instanceof ProblemError) return <ProblemNotice problem={error.problem} />
  if (!gifts || !cards || !debits) return <p aria-busy="true">…</p>
  const current = gifts.gifts.find((gift) => gift.fund === fund.fund)
  if (current)
    return (
      <Notice>
        {t('monthlyAlready', { amount: money(current.amount) })}
        <NoticeActions>
          <LinkButton to="/account/giving-history">{t('monthlyManage')}</LinkButton>
        </NoticeActions>
      </Notice>
    )
  const preferred = cards.cards.find(({ isPreferred }) => isPreferred) ?? cards.cards[0]
  const means: MeansCard[] = [
    ...(monthly.means.includes('direct-debit')
      ? debits.directDebits
          .filter(({ state }) => state === 'active' || state === 'pending')
          .map(({ id, planId }) => ({ value: id, label: t('byDebit', { plan: planId }) }))
      : []),
    ...(monthly.means.includes('card') && preferred ? [{ value: 'card', label: t('byCard', { card: preferred.maskedNumber }) }] : []),
  ]
  if (means.length === 0)
    return (
      <Notice>
        {t(monthly.means.includes('card') ? 'monthlyNeedsMeans' : 'monthlyNeedsDebit')}
        <NoticeActions>
          <LinkButton to="/account/payment-cards">{t('meansLink')}</LinkButton>
        </NoticeActions>
      </Notice>
    )
  return <MonthlyForm fund={fund} monthly={monthly} means={means} />
}

type MonthlyValues = DonationValues & { dayOfMonth: number; means: string }

function MonthlyForm({ fund, monthly, means }: Props & { readonly means: readonly MeansCard[] }) {
  const t = useWords('giving')
  const { money } = useFormats()
  const navigate = useNavigate()
  const { defaultLocale } = useBrand()
  const mutation = useApiMutation()
  const consentId = useId()
  const monthlyFund: Fund = { ...fund, presets: monthly.presets, least: monthly.least, most: monthly.most }
  const form = useForm<MonthlyValues>({
    resolver: zodResolver(donationRules(monthlyFund).loose()) as never,
    shouldFocusError: false,
    defaultValues: { ...noDonation, chosen: String(monthly.presets[0]), dayOfMonth: 1, means: means[0]!.value },
  })
  const values = form.watch()
  const amount = donatedAmount(values)
  const submit = form.handleSubmit(async ({ dayOfMonth, means: chosen, ...donation }) => {
    const request = requestedDonation(monthlyFund, donation)
    if (!request) return
    const { kind: _, ...choices } = request
    const directDebit = chosen === 'card' ? null : chosen
    const result = await mutation.send(
      () => api.me.startMonthlyGift({ body: { ...choices, day: dayOfMonth, wording: monthlyWording, directDebit } }),
      { message: t('monthlyStarted'), onSuccess: (gifts) => queryClient.setQueryData(monthlyGiftsQuery.queryKey, gifts) },
    )
    if (result.ok) await navigate('/account/giving-history', { viewTransition: true })
  })
  const isAmount = amount !== undefined && !Number.isNaN(amount)
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <FormErrors />
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        <DonationFields fund={monthlyFund} lang={defaultLocale} isRequired />
        <NumberStepper
          name="dayOfMonth"
          label={t('day')}
          minimum={1}
          maximum={lastGiftDay}
          value={values.dayOfMonth}
          onChange={(day) => form.setValue('dayOfMonth', day, { shouldDirty: true })}
        />
        <RadioCards
          name="means"
          label={t('means')}
          value={values.means}
          onChange={(chosen) => form.setValue('means', chosen, { shouldDirty: true })}
          cards={means}
        />
        {isAmount && (
          <ConsentText id={consentId} fund={fund} amount={moneyOf(amount)} day={values.dayOfMonth} isDebit={values.means !== 'card'} />
        )}
        <Button
          type="submit"
          look="primary"
          large
          aria-describedby={isAmount ? consentId : undefined}
          isPending={form.formState.isSubmitting}
        >
          {isAmount ? t('monthlyAgree', { amount: money(moneyOf(amount)) }) : t('monthlyAgreeAny')}
        </Button>
      </form>
    </FormProvider>
  )
}

type ConsentProps = { readonly id: string; readonly fund: Fund; readonly amount: Money; readonly day: number; readonly isDebit: boolean }

/** What the donor agrees to, word for word. */
function ConsentText({ id, fund, amount, day, isDebit }: ConsentProps) {
  const items = useWords('item')
  const brand = useBrand()
  const { money, date } = useFormats()
  const today = calendarDay(new Date(serverNow()).toISOString(), brand.timeZone)
  const { on } = firstGift(day, isDebit ? 'direct-debit' : 'card', today)
  const first = date({ startsAt: `${on}T12:00:00Z`, timeZone: 'UTC' })
  return (
    <p id={id}>
      {items(isDebit ? 'monthlyByDebit' : 'monthlyByCard', { brand: brand.name, name: fund.name, amount: money(amount), day, first })}
    </p>
  )
}
