import { useQuery } from '@tanstack/react-query'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { type ApiProblem, paymentQuery, ProblemError } from '#server-state'

export type PaymentView = {
  readonly data: PaymentStatus | undefined
  readonly problem: ApiProblem | undefined
  readonly reload: () => void
}

/** The outcome of a payment and its order; undefined while it is open. */
export function paymentEnd({ state, order }: Pick<PaymentStatus, 'state' | 'order'>): 'confirmed' | 'failed' | 'refund' | undefined {
  if (state === 'refund-due' || state === 'refunded') return 'refund'
  if (order?.state === 'confirmed') return 'confirmed'
  if (order?.state === 'failed' || ['declined', 'cancelled', 'timed-out'].includes(state)) return 'failed'
  return undefined
}

/** In milliseconds. */
const pollIntervalMs = 1_000

/** Polls the status of a payment until it has ended. A malformed id returns the problem `payment-unknown`. */
export function usePayment(payment: string): PaymentView {
  const { data, error, refetch } = useQuery({
    ...paymentQuery(payment),
    refetchInterval: ({ state }) => (state.data && !state.error && !paymentEnd(state.data) ? pollIntervalMs : false),
  })
  const problem = error instanceof ProblemError ? error.problem : undefined
  const isUnknown = problem?.code === 'invalid-input' || problem?.code === 'page-not-found'
  return { data, problem: isUnknown ? { code: 'payment-unknown', params: {} } : problem, reload: () => void refetch() }
}
