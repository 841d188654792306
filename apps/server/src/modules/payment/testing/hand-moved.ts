import type { Money } from '@playhouse/domain/money'
import { type PaymentProvider, ProviderRefused, type ProviderSession, ProviderUnreachable, type RefundStatus } from '../provider.ts'

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
  const refundStates = new Map<string, RefundStatus>()
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
      if (refundStates.has(`r-${key}`)) return { refundId: `r-${key}` }
      const before = given.get(sessionId) ?? 0
      if (status !== 'succeeded' || (!refunds.has(key) && before + amount > paid)) throw new ProviderRefused(422, 'more than was paid')
      if (!refunds.has(key)) given.set(sessionId, before + amount)
      refunds.set(key, amount)
      return { refundId: `r-${key}` }
    },
    readRefund: async ({ refundId }) => {
      if (!reachable) throw new ProviderUnreachable('away')
      return refundStates.get(refundId) ?? 'succeeded'
    },
    verifyCallback: () => undefined,
  }
  /** What the payer or the bank did. */
  const end = (attempt: string, status: ProviderSession['status'], change: Partial<ProviderSession> = {}): void => {
    sessions.set(`s-${attempt}`, { ...sessions.get(`s-${attempt}`)!, status, ...change })
  }
  /** A refund that was made comes back: its card is closed, say. */
  const bounce = (attempt: string, key: string): void => {
    given.set(`s-${attempt}`, given.get(`s-${attempt}`)! - refunds.get(key)!)
    refundStates.set(`r-${key}`, 'failed')
    refunds.delete(key)
  }
  return { provider, sessions, refunds, end, bounce, goAway: () => (reachable = false), comeBack: () => (reachable = true) }
}
