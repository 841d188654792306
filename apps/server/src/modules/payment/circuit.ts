import { type PaymentProvider, ProviderUnreachable } from './provider.ts'

/** `open`: nobody is sent to callProvider, as with a switch that has tripped. `half-open`: one call tries whether it answers again. */
export const circuitStates = ['closed', 'half-open', 'open'] as const
export type CircuitState = (typeof circuitStates)[number]
/** How it stands between us and the provider, and what became of all calls so far. */
export type CircuitReport = { readonly state: CircuitState; readonly answered: number; readonly failed: number; readonly spared: number }

export type CircuitOptions = {
  /** Calls in a row that fail before it opens. */
  readonly failureThreshold?: number
  /** Milliseconds after which a call counts as failed though it goes on: whoever comes next need not wait as long. */
  readonly timeoutMs?: number
  /** Milliseconds for which it is open at first; twice as long each time that the provider is still away. */
  readonly openMs?: number
  readonly maxOpenMs?: number
  readonly onChange?: (state: CircuitState) => void
}

/**
 * The provider behind a circuit breaker. While it is down, or so slow that it might as well be, calls fail at once instead
 * of waiting one after the other for what will not come; a payer is told so, and keeps the seats. A refusal is an answer.
 */
export function withCircuit(
  provider: PaymentProvider,
  { failureThreshold = 3, timeoutMs = 5_000, openMs = 5_000, maxOpenMs = 60_000, onChange = () => {} }: CircuitOptions = {},
): PaymentProvider {
  let state: CircuitState = 'closed'
  let failuresInRow = 0
  let currentOpenMs = openMs
  let openUntil = 0
  const counts = { answered: 0, failed: 0, spared: 0 }

  const moveTo = (next: CircuitState): void => {
    if (next === state) return
    state = next
    onChange(state)
  }
  const recordAnswer = (): void => {
    counts.answered += 1
    failuresInRow = 0
    currentOpenMs = openMs
    moveTo('closed')
  }
  const recordFailure = (): void => {
    counts.failed += 1
    failuresInRow += 1
    // Calls that were on their way when it opened say nothing new.
    if (state === 'open' || (state === 'closed' && failuresInRow < failureThreshold)) return
    if (state === 'half-open') currentOpenMs = Math.min(maxOpenMs, currentOpenMs * 2)
    openUntil = performance.now() + currentOpenMs
    moveTo('open')
  }
  const callProvider = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (state === 'half-open' || (state === 'open' && performance.now() < openUntil)) {
      counts.spared += 1
      throw new ProviderUnreachable(`${provider.name} has not answered lately`)
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
    ...(provider.forgetCard && { forgetCard: (token: string) => callProvider(() => provider.forgetCard!(token)) }),
    verifyCallback: (rawBody, headers) => provider.verifyCallback(rawBody, headers),
    circuit: () => ({ state, ...counts }),
  }
}
