import { useQuery } from '@tanstack/react-query'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { type AnsweredProblem, paymentQuery, ProblemError } from '#server-state'

export type PaymentView = {
  readonly data: PaymentStatus | undefined
  readonly problem: AnsweredProblem | undefined
  readonly ask: () => void
}

/** How it ended; undefined while it hasn't. */
export function paymentEnd({ state, order }: Pick<PaymentStatus, 'state' | 'order'>): 'confirmed' | 'failed' | 'refund' | undefined {
  if (state === 'refund-due' || state === 'refunded') return 'refund'
  if (order?.state === 'confirmed') return 'confirmed'
  if (order?.state === 'failed' || ['declined', 'cancelled', 'timed-out'].includes(state)) return 'failed'
  return undefined
}

/** Milliseconds between two questions. */
const pollIntervalMs = 1_000

/** Where a payment stands, asked again until it has ended. An id that isn't one is as good as unknown. */
export function usePayment(payment: string): PaymentView {
  const { data, error, refetch } = useQuery({
    ...paymentQuery(payment),
    refetchInterval: ({ state }) => (state.data && !state.error && !paymentEnd(state.data) ? pollIntervalMs : false),
  })
  const problem = error instanceof ProblemError ? error.problem : undefined
  const isUnknown = problem?.code === 'invalid-input' || problem?.code === 'page-not-found'
  return { data, problem: isUnknown ? { code: 'payment-unknown', params: {} } : problem, ask: () => void refetch() }
}
