import { type PaymentProvider, ProviderUnreachable } from './provider.ts'

/** `open`: nobody is sent to ask, as with a switch that has tripped. `half-open`: one call tries whether it answers again. */
export const circuitStates = ['closed', 'half-open', 'open'] as const
export type CircuitState = (typeof circuitStates)[number]
/** How it stands between us and the provider, and what became of all calls so far. */
export type CircuitReport = { readonly state: CircuitState; readonly answered: number; readonly failed: number; readonly spared: number }

export type CircuitOptions = {
  /** Calls in a row that fail before it opens. */
  readonly after?: number
  /** Milliseconds after which a call counts as failed though it goes on: whoever comes next need not wait as long. */
  readonly patience?: number
  /** Milliseconds for which it is open at first; twice as long each time that the provider is still away. */
  readonly rest?: number
  readonly longestRest?: number
  readonly onChange?: (state: CircuitState) => void
}

/**
 * The provider behind a circuit breaker. While it is down, or so slow that it might as well be, calls fail at once instead
 * of waiting one after the other for what will not come; a payer is told so, and keeps the seats. A refusal is an answer.
 */
export function withCircuit(
  provider: PaymentProvider,
  { after = 3, patience = 5_000, rest = 5_000, longestRest = 60_000, onChange = () => {} }: CircuitOptions = {},
): PaymentProvider {
  let state: CircuitState = 'closed'
  let failuresInRow = 0
  let resting = rest
  let restsUntil = 0
  const counts = { answered: 0, failed: 0, spared: 0 }

  const become = (next: CircuitState): void => {
    if (next === state) return
    state = next
    onChange(state)
  }
  const answer = (): void => {
    counts.answered += 1
    failuresInRow = 0
    resting = rest
    become('closed')
  }
  const failure = (): void => {
    counts.failed += 1
    failuresInRow += 1
    // Calls that were on their way when it opened say nothing new.
    if (state === 'open' || (state === 'closed' && failuresInRow < after)) return
    if (state === 'half-open') resting = Math.min(longestRest, resting * 2)
    restsUntil = performance.now() + resting
    become('open')
  }
  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (state === 'half-open' || (state === 'open' && performance.now() < restsUntil)) {
      counts.spared += 1
      throw new ProviderUnreachable(`${provider.name} has not answered lately`)
    }
    if (state === 'open') become('half-open')
    let isCounted = false
    const fail = (): void => {
      if (!isCounted) failure()
      isCounted = true
    }
    const slow = setTimeout(fail, patience)
    try {
      const answered = await call()
      answer()
      return answered
    } catch (error) {
      if (error instanceof ProviderUnreachable) fail()
      else answer()
      throw error
    } finally {
      clearTimeout(slow)
    }
  }

  const { shortestSession } = provider
  return {
    name: provider.name,
    keepsCards: provider.keepsCards,
    ...(shortestSession !== undefined && { shortestSession }),
    createSession: (request) => ask(() => provider.createSession(request)),
    readSession: (id) => ask(() => provider.readSession(id)),
    expireSession: (id) => ask(() => provider.expireSession(id)),
    listPaidSessions: (since, after) => ask(() => provider.listPaidSessions(since, after)),
    refund: (refund) => ask(() => provider.refund(refund)),
    readRefund: (refund) => ask(() => provider.readRefund(refund)),
    readPayment: (paymentId) => ask(() => provider.readPayment(paymentId)),
    listRefunds: (sessionId) => ask(() => provider.listRefunds(sessionId)),
    ...(provider.forgetCard && { forgetCard: (token: string) => ask(() => provider.forgetCard!(token)) }),
    verifyCallback: (rawBody, headers) => provider.verifyCallback(rawBody, headers),
    circuit: () => ({ state, ...counts }),
  }
}
