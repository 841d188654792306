import type { Money } from '@playhouse/domain/money'
import {
  type Dispute,
  type PaymentProvider,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type RefundStatus,
  type SessionRefund,
} from '../provider.ts'

/** An in-memory provider whose sessions the test controls. The real sandbox has its own suite and the journeys. */
export function createManualProvider() {
  const sessions = new Map<string, ProviderSession>()
  const refunds = new Map<string, Money>()
  /** The provider's reason by session whose refunds it refuses. */
  const refusals = new Map<string, string>()
  let reachable = true
  const session = (id: string): ProviderSession => {
    if (!reachable) throw new ProviderUnreachable('away')
    return sessions.get(id)!
  }
  const refundedBySession = new Map<string, number>()
  const sessionOf = new Map<string, string>()
  const dashboard = new Map<string, SessionRefund[]>()
  const refundStates = new Map<string, RefundStatus>()
  const disputes = new Map<string, Dispute>()
  const provider: PaymentProvider = {
    name: 'hand',
    keepsCards: false,
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
    readPayment: async (paymentId) => {
      const { sessionId } = session(paymentId)
      const dispute = disputes.get(sessionId)
      return { sessionId, ...(dispute && { dispute }) }
    },
    listPaidSessions: async () => {
      if (!reachable) throw new ProviderUnreachable('away')
      return { sessions: [...sessions.values()].filter(({ status }) => status === 'succeeded') }
    },
    refund: async ({ sessionId, amount, key }) => {
      const { status, amount: paid } = session(sessionId)
      if (refundStates.has(`r-${key}`)) return { refundId: `r-${key}` }
      if (refusals.has(sessionId)) throw new ProviderRefused(400, refusals.get(sessionId)!)
      const before = refundedBySession.get(sessionId) ?? 0
      if (status !== 'succeeded' || (!refunds.has(key) && before + amount > paid)) throw new ProviderRefused(422, 'more than was paid')
      if (!refunds.has(key)) refundedBySession.set(sessionId, before + amount)
      refunds.set(key, amount)
      sessionOf.set(key, sessionId)
      return { refundId: `r-${key}` }
    },
    readRefund: async ({ refundId }) => {
      if (!reachable) throw new ProviderUnreachable('away')
      return refundStates.get(refundId) ?? 'succeeded'
    },
    listRefunds: async (sessionId) => {
      session(sessionId)
      const sessionRefunds = [...refunds].filter(([key]) => sessionOf.get(key) === sessionId)
      return [
        ...sessionRefunds.map(([key, amount]) => ({ refundId: `r-${key}`, amount, status: 'succeeded' as const, key })),
        ...(dashboard.get(sessionId) ?? []),
      ]
    },
    verifyCallback: () => undefined,
  }
  /** Sets the status of a session, as the payer or the bank would. */
  const end = (attempt: string, status: ProviderSession['status'], change: Partial<ProviderSession> = {}): void => {
    sessions.set(`s-${attempt}`, { ...sessions.get(`s-${attempt}`)!, status, ...change })
  }
  /** Makes a sent refund fail, as with a closed card. */
  const bounce = (attempt: string, key: string): void => {
    refundedBySession.set(`s-${attempt}`, refundedBySession.get(`s-${attempt}`)! - refunds.get(key)!)
    refundStates.set(`r-${key}`, 'failed')
    refunds.delete(key)
  }
  /** Makes the provider refuse refunds of an attempt; undefined ends it. */
  const refuse = (attempt: string, reason: string | undefined): void => {
    if (reason === undefined) refusals.delete(`s-${attempt}`)
    else refusals.set(`s-${attempt}`, reason)
  }
  /** Makes a refund in the provider's dashboard. @returns its id */
  const refundInDashboard = (attempt: string, amount: Money): string => {
    const id = `s-${attempt}`
    const made = dashboard.get(id) ?? []
    const refundId = `dashboard-${made.length + 1}-${attempt}`
    dashboard.set(id, [...made, { refundId, amount, status: 'succeeded' }])
    refundedBySession.set(id, (refundedBySession.get(id) ?? 0) + amount)
    return refundId
  }
  /** Makes a dashboard refund fail. */
  const failInDashboard = (attempt: string, refundId: string): void => {
    const id = `s-${attempt}`
    const made = dashboard.get(id)!
    refundedBySession.set(id, refundedBySession.get(id)! - made.find((refund) => refund.refundId === refundId)!.amount)
    dashboard.set(
      id,
      made.map((refund) => (refund.refundId === refundId ? { ...refund, status: 'failed' } : refund)),
    )
    refundStates.set(refundId, 'failed')
  }
  return {
    provider,
    sessions,
    disputes,
    refunds,
    end,
    bounce,
    refuse,
    refundInDashboard,
    failInDashboard,
    goAway: () => (reachable = false),
    comeBack: () => (reachable = true),
  }
}
