import { useQuery } from '@tanstack/react-query'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { type AnsweredProblem, paymentQuery, ProblemError } from '#session'

export type PaymentView = {
  readonly data: PaymentStatus | undefined
  readonly problem: AnsweredProblem | undefined
  readonly ask: () => void
}

/** Where a payment stands, asked again until it has ended. An id that isn't one is as good as unknown. */
export function usePayment(payment: string): PaymentView {
  const { data, error, refetch } = useQuery(paymentQuery(payment))
  const problem = error instanceof ProblemError ? error.problem : undefined
  const unknown = problem?.code === 'invalid-input' || problem?.code === 'page-not-found'
  return { data, problem: unknown ? { code: 'payment-unknown', params: {} } : problem, ask: () => void refetch() }
}
