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
import { problem } from '@playhouse/domain/problem'
import { serverNow } from '#browser'
import { useFormats, useWords, useDayFormat } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { FormDraft, FormErrors } from '#form/FormField'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { donatedAmount, DonationFields, donationRules, type DonationValues, noDonation, requestedDonation } from '#ticketing/DonationFields'
import { useApiMutation } from '#mutation'
import { api, ProblemError, queryClient, unwrap, useBrand, useSession } from '#server-state'
import { classNames } from '#theme'
import { offerClasses } from '#ticketing/OfferLayout'
import styles from './DonationPages.module.css'
import { type MonthlyDraft, useMonthlyDraft } from './useMonthlyDraft.ts'

const cardsQuery = queryOptions({ queryKey: ['me', 'cards'], queryFn: () => unwrap(api.me.cards()) })
const directDebitsQuery = queryOptions({ queryKey: ['me', 'direct-debits'], queryFn: () => unwrap(api.me.directDebits()) })
const monthlyGiftsQuery = queryOptions({ queryKey: ['me', 'monthly-gifts'], queryFn: () => unwrap(api.me.monthlyGifts()) })

type Props = { readonly fund: Fund; readonly monthly: NonNullable<Fund['monthly']> }
/** A card or a direct debit that can pay. `value`: the id of the direct debit, or `card`. */
type MeansCard = { readonly value: string; readonly label: string }
/** What the donor needs first: an account, or a means of payment. */
type Obstacle = { readonly text: string; readonly to: string; readonly label: string }

/** A gift that is made every month, by a customer with an account and a saved card or a direct debit. */
export function MonthlyGift(props: Props) {
  const t = useWords('giving')
  const { customer } = useSession()
  if (customer && !customer.isGuest) return <CustomerGift {...props} />
  const to = `/login?${new URLSearchParams({ next: fundPathOf(props.fund) })}`
  return <MonthlyForm {...props} means={[]} obstacle={{ text: t('monthlyNeedsAccount'), to, label: t('signIn') }} />
}

function CustomerGift({ fund, monthly }: Props) {
  const t = useWords('giving')
  const { money } = useFormats()
  const gifts = useQuery(monthlyGiftsQuery)
  const cards = useQuery(cardsQuery)
  const debits = useQuery(directDebitsQuery)
  const missing = [gifts, cards, debits].filter(({ data }) => data === undefined)
  // Without a connection a query waits for it, and has no error.
  const failed = missing.find(({ isError, isPaused }) => isError || isPaused)
  if (failed) {
    const { error } = failed
    const reason = error instanceof ProblemError ? error.problem : problem('service-unavailable')
    return <ProblemNotice problem={reason} onRetry={() => missing.forEach(({ refetch }) => void refetch())} />
  }
  if (!gifts.data || !cards.data || !debits.data) return <p aria-busy="true">…</p>
  const current = gifts.data.gifts.find((gift) => gift.fund === fund.fund)
  if (current)
    return (
      <Notice>
        {t('monthlyAlready', { amount: money(current.amount) })}
        <NoticeActions>
          <LinkButton to="/account/giving-history">{t('monthlyManage')}</LinkButton>
        </NoticeActions>
      </Notice>
    )
  const preferred = cards.data.cards.find(({ isPreferred }) => isPreferred) ?? cards.data.cards[0]
  const means: MeansCard[] = [
    ...(monthly.means.includes('direct-debit')
      ? debits.data.directDebits
          .filter(({ state }) => state === 'active' || state === 'pending')
          .map(({ id, planId }) => ({ value: id, label: t('byDebit', { plan: planId }) }))
      : []),
    ...(monthly.means.includes('card') && preferred ? [{ value: 'card', label: t('byCard', { card: preferred.maskedNumber }) }] : []),
  ]
  const text = t(monthly.means.includes('card') ? 'monthlyNeedsMeans' : 'monthlyNeedsDebit')
  const obstacle = means.length === 0 ? { text, to: '/account/payment-cards', label: t('meansLink') } : undefined
  return <MonthlyForm fund={fund} monthly={monthly} means={means} obstacle={obstacle} />
}

type MonthlyValues = DonationValues & { dayOfMonth: number; means: string }
type FormProps = Props & { readonly means: readonly MeansCard[]; readonly obstacle: Obstacle | undefined }

/** The values of a draft; those that the fund or the donor's means no longer have are the first of each. */
function initialValues({ monthly, means }: FormProps, draft: MonthlyDraft): MonthlyValues {
  const defaults = { ...noDonation, chosen: String(monthly.presets[0]), dayOfMonth: 1, means: means[0]?.value ?? '' }
  const { isMonthly: _, ...stored } = draft.read()
  const values: MonthlyValues = { ...defaults, ...stored }
  const isPreset = values.chosen === 'other' || monthly.presets.some((preset) => String(preset) === values.chosen)
  return {
    ...values,
    ...(!isPreset && { chosen: defaults.chosen }),
    ...(!means.some(({ value }) => value === values.means) && { means: defaults.means }),
  }
}

function MonthlyForm(props: FormProps) {
  const { fund, monthly, means, obstacle } = props
  const t = useWords('giving')
  const { money } = useFormats()
  const navigate = useNavigate()
  const { defaultLocale } = useBrand()
  const mutation = useApiMutation()
  const consentId = useId()
  const draft = useMonthlyDraft(fund)
  const monthlyFund: Fund = { ...fund, presets: monthly.presets, least: monthly.least, most: monthly.most }
  const form = useForm<MonthlyValues>({
    resolver: zodResolver(donationRules(monthlyFund).loose()) as never,
    shouldFocusError: false,
    defaultValues: initialValues(props, draft),
  })
  const values = form.watch()
  const amount = donatedAmount(values)
  const submit = form.handleSubmit(async ({ dayOfMonth, means: chosen, ...donation }) => {
    if (obstacle) return navigate(obstacle.to)
    const request = requestedDonation(monthlyFund, donation)
    if (!request) return undefined
    const { kind: _, ...choices } = request
    const directDebit = chosen === 'card' ? null : chosen
    const result = await mutation.send(
      () => api.me.startMonthlyGift({ body: { ...choices, day: dayOfMonth, wording: monthlyWording, directDebit } }),
      { message: t('monthlyStarted'), onSuccess: (gifts) => queryClient.setQueryData(monthlyGiftsQuery.queryKey, gifts) },
    )
    if (!result.ok) return undefined
    draft.remove()
    return navigate('/account/giving-history', { viewTransition: true })
  })
  const isAmount = amount !== undefined && !Number.isNaN(amount)
  return (
    <FormProvider {...form}>
      <form noValidate className={classNames(offerClasses.card, styles.form)} onSubmit={submit}>
        <FormErrors />
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        <FormDraft onChange={draft.save} />
        <DonationFields fund={monthlyFund} lang={defaultLocale} isRequired />
        <NumberStepper
          name="dayOfMonth"
          label={t('day')}
          minimum={1}
          maximum={lastGiftDay}
          value={values.dayOfMonth}
          onChange={(day) => form.setValue('dayOfMonth', day, { shouldDirty: true })}
        />
        {obstacle ? (
          <Notice>
            {obstacle.text}
            <NoticeActions>
              <LinkButton to={obstacle.to}>{obstacle.label}</LinkButton>
            </NoticeActions>
          </Notice>
        ) : (
          <>
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
          </>
        )}
      </form>
    </FormProvider>
  )
}

type ConsentProps = { readonly id: string; readonly fund: Fund; readonly amount: Money; readonly day: number; readonly isDebit: boolean }

/** What the donor agrees to, word for word. */
function ConsentText({ id, fund, amount, day, isDebit }: ConsentProps) {
  const items = useWords('item')
  const brand = useBrand()
  const { money } = useFormats()
  const formatDay = useDayFormat()
  const today = calendarDay(new Date(serverNow()).toISOString(), brand.timeZone)
  const { on } = firstGift(day, isDebit ? 'direct-debit' : 'card', today)
  const first = formatDay(on)
  return (
    <p id={id}>
      {items(isDebit ? 'monthlyByDebit' : 'monthlyByCard', { brand: brand.name, name: fund.name, amount: money(amount), day, first })}
    </p>
  )
}
