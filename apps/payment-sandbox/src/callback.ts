import { randomBytes } from 'node:crypto'
import type { Callback } from './ledger.ts'
import type { Session, SessionStatus } from './session.ts'

/** Delivery of a payment's callbacks: once, never, twice, or in the wrong order. */
export type CallbackDelivery = 'sent' | 'lost' | 'doubled' | 'out-of-order'
export type EventType = `session.${Exclude<SessionStatus, 'open'>}` | 'refund.succeeded' | 'refund.failed' | 'payment.changed'

/** The fields of a callback that differ from those of its session. `at` and `due` are epoch milliseconds; without `due` it is never sent. */
export type CallbackContent = {
  readonly amount?: number
  readonly refundId?: string
  readonly paymentId?: string
  readonly at?: number
  readonly due?: number | undefined
  readonly copies?: number
}

/** A callback that reports an event of a session to its merchant. */
export function createCallback(session: Session, account: string, type: EventType, content: CallbackContent): Callback {
  const eventId = `evt_${randomBytes(16).toString('base64url')}`
  const { id: sessionId, attemptId, shop, deployment, currency } = session
  const at = new Date(content.at ?? Date.now()).toISOString()
  const body = JSON.stringify({
    eventId,
    type,
    sessionId,
    attemptId,
    shop,
    deployment,
    amount: content.amount ?? session.amount,
    refundId: content.refundId,
    paymentId: content.paymentId,
    currency,
    account,
    at,
  })
  const due = 'due' in content ? content.due : Date.now()
  return { eventId, sessionId, url: session.callbackUrl, body, due, tries: 0, copies: content.copies ?? 1 }
}
