import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import type { ApiProblem } from '#server-state'
import styles from './BoxOffice.module.css'

type Props = {
  readonly problem: ApiProblem | undefined
  /** Whether a payment is open whose outcome is unknown. */
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onAskAgain: () => void
  readonly onStop: () => void
}

/** Outcomes of a payment that have their own text for the clerk, with the next step. */
const paymentEnds = [
  'payment-declined',
  'payment-cancelled',
  'payment-timed-out',
  'payment-seats-gone',
  'price-changed',
  'cancel-order-failed',
] as const
type PaymentEnd = (typeof paymentEnds)[number]
const isPaymentEnd = (code: string): code is PaymentEnd => (paymentEnds as readonly string[]).includes(code)

/** The reason that no money was taken; for an unknown outcome, a button that checks the payment without charging twice. */
export function PaymentProblem({ problem, isOpen, isPending, onAskAgain, onStop }: Props) {
  const t = useWords('box-office')
  // The response of the server, or the provider's response to the server, was lost.
  if (isOpen || problem?.code === 'service-unavailable' || problem?.code === 'payment-unreachable')
    return (
      <Notice tone="warning" role="alert" title={t('trouble.unknown.title')}>
        <p>{t('trouble.unknown.detail')}</p>
        <NoticeActions>
          <Button look="primary" isPending={isPending} onPress={onAskAgain} autoFocus>
            {t('trouble.ask')}
          </Button>
          {isOpen && <Button onPress={onStop}>{t('trouble.giveUp')}</Button>}
        </NoticeActions>
      </Notice>
    )
  if (!problem) return null
  if (!isPaymentEnd(problem.code)) return <ProblemNotice problem={problem} bare />
  return (
    <Notice tone="error" role="alert" title={t(`trouble.${problem.code}.title`)}>
      <p className={styles['soft']}>{t(`trouble.${problem.code}.detail`)}</p>
    </Notice>
  )
}
