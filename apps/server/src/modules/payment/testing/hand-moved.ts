import type { Money } from '@playhouse/domain/money'
import { type PaymentProvider, ProviderRefused, type ProviderSession, ProviderUnreachable } from '../provider.ts'

/** A provider whose sessions a test moves by hand. The real sandbox has its own suite, and the journeys. */
export function handMovedProvider() {
  const sessions = new Map<string, ProviderSession>()
  const refunds = new Map<string, Money>()
  let reachable = true
  const session = (id: string): ProviderSession => {
    if (!reachable) throw new ProviderUnreachable('away')
    return sessions.get(id)!
  }
  const given = new Map<string, number>()
  const provider: PaymentProvider = {
    name: 'hand',
    createSession: async ({ attemptId, amount, currency }) => {
      if (!reachable) throw new ProviderUnreachable('away')
      const sessionId = `s-${attemptId}`
      if (!sessions.has(sessionId)) sessions.set(sessionId, { sessionId, attemptId, status: 'open', amount, currency, account: 'test' })
      return { sessionId, url: `https://pay.example/${sessionId}` }
    },
    readSession: async (id) => session(id),
    expireSession: async (id) => {
      const found = session(id)
      if (found.status === 'open' || found.status === 'declined') sessions.set(id, { ...found, status: 'expired' })
      return sessions.get(id)!
    },
    refund: async ({ sessionId, amount, key }) => {
      const { status, amount: paid } = session(sessionId)
      const before = given.get(sessionId) ?? 0
      if (status !== 'succeeded' || (!refunds.has(key) && before + amount > paid)) throw new ProviderRefused(422, 'more than was paid')
      if (!refunds.has(key)) given.set(sessionId, before + amount)
      refunds.set(key, amount)
      return { refundId: `r-${key}` }
    },
    verifyCallback: () => undefined,
  }
  /** What the payer or the bank did. */
  const end = (attempt: string, status: ProviderSession['status'], change: Partial<ProviderSession> = {}): void => {
    sessions.set(`s-${attempt}`, { ...sessions.get(`s-${attempt}`)!, status, ...change })
  }
  return { provider, sessions, refunds, end, goAway: () => (reachable = false), comeBack: () => (reachable = true) }
}
