import type { CircuitState } from './circuit-report.ts'
import { type PaymentProvider, ProviderUnreachable } from './provider.ts'

export type CircuitOptions = {
  /** Consecutive failed calls after which the circuit opens. */
  readonly failureThreshold?: number
  /** Milliseconds after which a pending call counts as failed, so that later calls need not wait as long. */
  readonly timeoutMs?: number
  /** Milliseconds for which the circuit stays open at first; doubled after each failed trial, up to `maxOpenMs`. */
  readonly openMs?: number
  readonly maxOpenMs?: number
  readonly onChange?: (state: CircuitState) => void
}

/**
 * Wraps a provider in a circuit breaker. While the provider is down or too slow, calls are rejected at once with
 * {@link ProviderUnreachable}; the payer sees a problem and keeps the seats. A refusal ({@link ProviderRefused}) counts as an answer.
 */
export function withCircuit(
  provider: PaymentProvider,
  { failureThreshold = 3, timeoutMs = 5_000, openMs = 5_000, maxOpenMs = 60_000, onChange = () => {} }: CircuitOptions = {},
): PaymentProvider {
  let state: CircuitState = 'closed'
  let failuresInRow = 0
  let currentOpenMs = openMs
  let openUntil = 0
  const counts = { answeredCalls: 0, failedCalls: 0, rejectedCalls: 0 }

  const moveTo = (next: CircuitState): void => {
    if (next === state) return
    state = next
    onChange(state)
  }
  const recordAnswer = (): void => {
    counts.answeredCalls += 1
    failuresInRow = 0
    currentOpenMs = openMs
    moveTo('closed')
  }
  const recordFailure = (): void => {
    counts.failedCalls += 1
    failuresInRow += 1
    // A call that was pending when the circuit opened is no new information.
    if (state === 'open' || (state === 'closed' && failuresInRow < failureThreshold)) return
    if (state === 'half-open') currentOpenMs = Math.min(maxOpenMs, currentOpenMs * 2)
    openUntil = performance.now() + currentOpenMs
    moveTo('open')
  }
  const callProvider = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (state === 'half-open' || (state === 'open' && performance.now() < openUntil)) {
      counts.rejectedCalls += 1
      throw new ProviderUnreachable(`payment circuit breaker of ${provider.name} is open`)
    }
    if (state === 'open') moveTo('half-open')
    let isCounted = false
    const fail = (): void => {
      if (!isCounted) recordFailure()
      isCounted = true
    }
    const slow = setTimeout(fail, timeoutMs)
    try {
      const result = await call()
      recordAnswer()
      return result
    } catch (error) {
      if (error instanceof ProviderUnreachable) fail()
      else recordAnswer()
      throw error
    } finally {
      clearTimeout(slow)
    }
  }

  const { minSessionSeconds } = provider
  return {
    name: provider.name,
    keepsCards: provider.keepsCards,
    ...(minSessionSeconds !== undefined && { minSessionSeconds }),
    createSession: (request) => callProvider(() => provider.createSession(request)),
    readSession: (id) => callProvider(() => provider.readSession(id)),
    expireSession: (id) => callProvider(() => provider.expireSession(id)),
    listPaidSessions: (since, after) => callProvider(() => provider.listPaidSessions(since, after)),
    refund: (refund) => callProvider(() => provider.refund(refund)),
    readRefund: (refund) => callProvider(() => provider.readRefund(refund)),
    readPayment: (paymentId) => callProvider(() => provider.readPayment(paymentId)),
    listRefunds: (sessionId) => callProvider(() => provider.listRefunds(sessionId)),
    ...(provider.createCustomer && { createCustomer: (request) => callProvider(() => provider.createCustomer!(request)) }),
    ...(provider.forgetCustomer && { forgetCustomer: (id: string) => callProvider(() => provider.forgetCustomer!(id)) }),
    ...(provider.setUpMandate && { setUpMandate: (request) => callProvider(() => provider.setUpMandate!(request)) }),
    ...(provider.readMandate && { readMandate: (id: string) => callProvider(() => provider.readMandate!(id)) }),
    ...(provider.cancelMandate && { cancelMandate: (id: string) => callProvider(() => provider.cancelMandate!(id)) }),
    ...(provider.chargeOffSession && { chargeOffSession: (request) => callProvider(() => provider.chargeOffSession!(request)) }),
    ...(provider.forgetCard && { forgetCard: (token: string) => callProvider(() => provider.forgetCard!(token)) }),
    verifyCallback: (rawBody, headers) => provider.verifyCallback(rawBody, headers),
    circuit: () => ({ state, ...counts }),
  }
}
