import type { Ref } from 'react'
import { useLocation } from 'react-router'
import type { Problem, ProblemCode } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { Button } from './Button.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Notice, NoticeActions, NoticeReference } from './Notice.tsx'

type Action = 'reload' | 'whatsOn' | 'basket' | 'signIn' | 'resetPassword' | 'payment' | 'details' | 'waitingRoom' | 'none'
const destinations: Partial<Record<Action, string>> = {
  whatsOn: '/#whats-on',
  basket: '/checkout/basket',
  signIn: '/login',
  resetPassword: '/reset-password',
  payment: '/checkout/payment',
  details: '/account/your-details',
}

/** The link or button for a problem, unless the screen has its own. Most problems are solved where they appear. */
const actions: Partial<Record<ProblemCode, Action>> = {
  'event-passed': 'whatsOn',
  'instance-passed': 'whatsOn',
  'instance-sold-out': 'whatsOn',
  'event-sold-out': 'whatsOn',
  'event-unavailable': 'whatsOn',
  'instance-unavailable': 'whatsOn',
  'instance-cancelled': 'whatsOn',
  'event-off-sale': 'whatsOn',
  'instance-off-sale': 'whatsOn',
  'programme-without-instances': 'whatsOn',
  'instance-priority': 'signIn',
  'queue-required': 'waitingRoom',
  'login-required': 'signIn',
  'date-of-birth-required': 'details',
  'account-locked': 'resetPassword',
  'authentication-link-expired': 'signIn',
  'register-failed': 'signIn',
  'reset-password-failed': 'resetPassword',
  'basket-expired': 'whatsOn',
  'basket-error': 'whatsOn',
  'basket-empty': 'whatsOn',
  'basket-paying': 'payment',
  'max-tickets-per-order': 'basket',
  'reserved-order-locked': 'none',
  'basket-not-empty': 'basket',
  'price-changed': 'basket',
  'step-incomplete': 'basket',
  'payment-cancelled': 'payment',
  'payment-declined': 'payment',
  'payment-seats-gone': 'whatsOn',
  'something-wrong': 'reload',
  'service-unavailable': 'reload',
  'form-not-loaded': 'reload',
  'orders-not-loaded': 'reload',
  'details-not-loaded': 'reload',
  'countries-list-failed': 'reload',
  'page-not-found': 'whatsOn',
  'preview-ended': 'reload',
}

export type ProblemNoticeProps = {
  readonly problem: Problem & { readonly requestId?: string }
  /** Action of the button "Try again". */
  readonly onRetry?: () => void
  /** Omits the link, for screens that have their own. */
  readonly bare?: boolean
  /** Omits the title, for screens that have it as heading. */
  readonly hasNoTitle?: boolean
  readonly ref?: Ref<HTMLDivElement>
}

/** Shows a problem in the visitor's language: what happened, why, and what to do next. */
export function ProblemNotice({ problem, onRetry, bare = false, hasNoTitle = false, ref }: ProblemNoticeProps) {
  const t = useWords('part')
  const { title, detail } = useProblemWords()(problem)
  const way = bare || onRetry ? 'none' : (actions[problem.code] ?? 'none')
  const { pathname, search } = useLocation()
  const to =
    problem.code === 'queue-required'
      ? `/queue?${new URLSearchParams({ instance: problem.params.instance, to: pathname + search })}`
      : destinations[way]
  return (
    <Notice {...(ref ? { ref } : {})} tone="error" role="alert" title={!hasNoTitle && title}>
      <p>{detail}</p>
      {(onRetry || way !== 'none') && (
        <NoticeActions>
          {onRetry && <Button onPress={onRetry}>{t('tryAgain')}</Button>}
          {way === 'reload' && <Button onPress={() => location.reload()}>{t('way.reload')}</Button>}
          {to && <LinkButton to={to}>{t(`way.${way}`)}</LinkButton>}
        </NoticeActions>
      )}
      {problem.requestId && <NoticeReference>{t('reference', { id: problem.requestId })}</NoticeReference>}
    </Notice>
  )
}

/** Returns title and detail of a problem, for components with another layout. */
export function useProblemWords(): (problem: Problem) => { readonly title: string; readonly detail: string } {
  const t = useWords('problem')
  const formats = useFormats()
  return ({ code, params }) => {
    const facts = Object.fromEntries(
      Object.entries(params).map(([name, value]: [string, unknown]) => [
        name,
        Array.isArray(value) ? formats.list(value.map(String)) : isInstant(value) ? formats.instant(value) : value,
      ]),
    )
    // The plural of a text follows its limit, or the number of people, if the problem has one.
    const count = [facts['maximum'], facts['guests'], ...Object.values(params)].find((value) => typeof value === 'number')
    return { title: t(`${code}.title`, { ...facts, count }), detail: t(`${code}.detail`, { ...facts, count }) }
  }
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
