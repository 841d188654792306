import { queryOptions, useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { PaymentLinkView } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { useFocusFallback } from '#ui/useFocusFallback'
import { useApiMutation } from '#mutation'
import { useDrafts } from '#client-state'
import { useSeatName } from '#ticketing/SeatName'
import { Totals } from '#ticketing/Totals'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { api, ProblemError, queryClient, unwrap, useBrand } from '#server-state'
import sheet from './PaymentPage.module.css'
import { PaymentState } from './PaymentState.tsx'
import { redirectTo } from './redirect.ts'

const draft = 'payment-link'
/** Milliseconds between two questions about the outcome, after the payer has come back. */
const pollIntervalMs = 2_000
const problemByState = { expired: 'payment-link-expired', cancelled: 'payment-link-cancelled' } as const

const paymentLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['payment-link', token],
    queryFn: () => unwrap(api.paymentLinks.read({ body: { token } })),
    staleTime: 0,
  })

/** The token after `#`, which is sent to no server. The tab keeps it while the customer pays on the provider's page. */
function useLinkToken(): string {
  const { hash } = useLocation()
  const [storedToken] = useState(() => String(useDrafts.getState().forms[draft]?.['token'] ?? ''))
  // Read again when the address changes: the visitor may enter a newer link on this page.
  const token = new URLSearchParams(hash.slice(1)).get('pay') ?? storedToken
  useEffect(() => {
    if (token !== '') useDrafts.getState().saveForm(draft, { token })
  }, [token])
  return token
}

/**
 * The target of the link in the mail about a booking by telephone, or about the seats that a draw gave: what was booked, until when it is held, and
 * its payment. The payment provider leads back here, too. No account is needed.
 */
export function PaymentLinkPage() {
  const t = useWords('checkout')
  const token = useLinkToken()
  const [search] = useSearchParams()
  const isBack = search.has('payment') && !search.has('left')
  const query = useQuery({
    ...paymentLinkQuery(token),
    enabled: token !== '',
    refetchInterval: ({ state }) => (isBack && state.data?.state === 'paying' && !state.error ? pollIntervalMs : false),
  })
  const { data, error } = query
  // The button is gone where the link has ended by the press.
  const outcome = useRef<HTMLDivElement>(null)
  useFocusFallback(outcome, outcome)
  // A link that was cut off is invalid input.
  const isUnknown = token === '' || (error instanceof ProblemError && ['page-not-found', 'invalid-input'].includes(error.problem.code))
  const isPaid = data?.state === 'paid'
  return (
    <Page width="reading">
      <PageHeading>{t(isPaid ? 'link.paidTitle' : 'link.title')}</PageHeading>
      <div ref={outcome} tabIndex={-1} className={sheet.outcome}>
        {isUnknown ? (
          <Notice title={t(search.has('payment') ? 'link.elsewhere' : 'link.unknown')}>
            <p>{t(search.has('payment') ? 'link.elsewhereText' : 'link.unknownText')}</p>
          </Notice>
        ) : error instanceof ProblemError ? (
          <ProblemNotice problem={error.problem} onRetry={() => void query.refetch()} />
        ) : data ? (
          <LinkState link={data} token={token} isBack={isBack} />
        ) : (
          <Loading>
            <SkeletonBlock height={12} />
          </Loading>
        )}
      </div>
    </Page>
  )
}

type StateProps = { readonly link: PaymentLinkView; readonly token: string; readonly isBack: boolean }

function LinkState({ link, token, isBack }: StateProps) {
  const t = useWords('checkout')
  const { state, order, contents } = link
  if (state === 'paid')
    return (
      <Notice tone="success" role="status" title={t('link.paid', { number: order ?? '' })}>
        <p>{t('link.paidText')}</p>
      </Notice>
    )
  if (state === 'in-basket')
    return (
      <Notice title={t('link.inBasket')}>
        <p>{t('link.inBasketText')}</p>
        <NoticeActions>
          <LinkButton to="/account/your-orders?reserved">{t('link.account')}</LinkButton>
        </NoticeActions>
      </Notice>
    )
  if (!contents) return <ProblemNotice problem={{ code: problemByState[state === 'cancelled' ? 'cancelled' : 'expired'], params: {} }} />
  // The page of the provider is open, and its outcome is not known yet.
  if (isBack && state === 'paying')
    return (
      <Notice role="status" title={t('link.asking')}>
        <p>{t('link.askingText')}</p>
      </Notice>
    )
  return <PayForm link={link} contents={contents} token={token} />
}

type FormProps = { readonly link: PaymentLinkView; readonly contents: NonNullable<PaymentLinkView['contents']>; readonly token: string }

function PayForm({ link: { state, until }, contents: { tickets, items, totals, quote, lastPayment }, token }: FormProps) {
  const t = useWords('checkout')
  const { money, dateAndTime } = useFormats()
  const { timeZone, defaultLocale } = useBrand()
  const seatName = useSeatName()
  const reload = (): Promise<void> => queryClient.invalidateQueries(paymentLinkQuery(token))
  const { send, problem, isPending } = useApiMutation({ onProblem: reload })
  const [isLeaving, setLeaving] = useState(false)
  const amount = money(totals.leftToPay)
  const isOpen = state === 'paying'
  const pay = async (): Promise<void> => {
    const started = await send(() => api.paymentLinks.pay({ body: { token, quote } }))
    if (!started.ok) return undefined
    const { redirectUrl } = started.value
    if (redirectUrl === null) return reload()
    // The button stays pending: the browser is leaving the page.
    setLeaving(true)
    return redirectTo(redirectUrl)
  }
  return (
    <>
      <p>{t('link.lead', { until: dateAndTime({ startsAt: until, timeZone }) })}</p>
      <PaymentState isOpen={isOpen} lastPayment={lastPayment} hasSeats={tickets.length > 0} />
      {problem && <ProblemNotice problem={problem} bare />}
      {[...Map.groupBy(tickets, ({ title, startsAt }) => `${title} ${startsAt}`)].map(([key, group]) => (
        <section key={key}>
          <h2>
            <ProductionTitle of={group[0]!} />
          </h2>
          <p>
            {dateAndTime(group[0]!)}, {group[0]!.hallName}
          </p>
          <ul className={sheet.ways}>
            {group.map((ticket) => (
              <li key={ticket.id}>
                {seatName(ticket)} · {ticket.priceTypeName}: {money(ticket.price)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className={sheet.sheet}>
        <Totals theatreLocale={defaultLocale} totals={totals} items={items} hasTickets={tickets.length > 0} />
        {totals.leftToPay > 0 && <p>{t('payment.next1')}</p>}
        <p>
          {t('link.terms')} <Link to="/terms">{t('link.termsLink')}</Link>
        </p>
        <Button look="primary" large wide onPress={() => void pay()} isPending={isPending || isLeaving}>
          <LockKeyhole aria-hidden="true" />
          {isOpen ? t('payment.goOn') : totals.leftToPay === 0 ? t('payment.confirm') : t('payment.pay', { amount })}
        </Button>
        <p role="status" className={sheet.going}>
          {isLeaving && t('payment.going')}
        </p>
      </div>
      <p>{t('link.help')}</p>
      <div>
        <LinkButton to="/" look="quiet">
          {t('link.home')}
        </LinkButton>
      </div>
    </>
  )
}
