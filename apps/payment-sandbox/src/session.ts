import { locales } from '@playhouse/domain/locale'
import { currencies } from '@playhouse/domain/money'
import { z } from 'zod'
import type { CardBehaviour } from './card.ts'

const webUrl = z.url({ protocol: /^https?$/ }).max(2000)

/** A merchant's request for a session. Amounts are integer minor units. */
export const sessionRequestSchema = z.strictObject({
  attemptId: z.string().min(1).max(100),
  /** The merchant's own metadata, returned with the session. */
  shop: z.string().max(200).optional(),
  deployment: z.string().max(200).optional(),
  amount: z.int().positive().max(100_000_000),
  currency: z.enum(currencies),
  description: z.string().min(1).max(300),
  lines: z
    .array(z.strictObject({ description: z.string().max(300), amount: z.int() }))
    .max(100)
    .default([]),
  /** Fills in the page; omitted if the payer may be another person. */
  customer: z
    .strictObject({
      name: z.string().max(200),
      email: z.string().max(320),
      postcode: z.string().max(40).optional(),
      address: z.string().max(500).optional(),
    })
    .optional(),
  locale: z.enum(locales),
  returnUrl: webUrl,
  cancelUrl: webUrl,
  callbackUrl: webUrl,
  /** The payer, from `POST /customers`. */
  customerId: z.string().min(1).max(100).optional(),
  /** `always`: the payer has agreed to later charges, so that the card is saved without a question. */
  savesCard: z.literal('always').optional(),
  /** The payer's saved cards, the preferred one first. Omitted if the merchant saves none for them. */
  keptCards: z.array(z.string().min(1).max(100)).max(20).optional(),
  expiresAt: z.iso.datetime({ offset: true }).transform((instant) => Date.parse(instant)),
})
export type SessionRequest = z.infer<typeof sessionRequestSchema>
/** A charge of a saved card, or a debit by a mandate, without the payer. */
export const offSessionSchema = sessionRequestSchema.extend({
  customerId: z.string().min(1).max(100),
  card: z.string().min(1).max(100).optional(),
  mandate: z.string().min(1).max(100).optional(),
})

export type SessionStatus = 'open' | 'processing' | 'succeeded' | 'declined' | 'failed' | 'cancelled' | 'expired'

/** A pending decision of the payer or the bank. Instants in epoch milliseconds. */
export type Pending =
  | { readonly kind: 'challenge'; readonly card: string }
  | { readonly kind: 'slow'; readonly card: string; readonly settlesAt: number }
  | { readonly kind: 'debit'; readonly card: string; readonly settlesAt: number; readonly isPaid: boolean }
/** A refund that the bank will reject later. */
export type ReturningRefund = { readonly refundId: string; readonly amount: number; readonly settlesAt: number }

/** A saved card, as its merchant may know it. `expires` as `2031-04`. */
export type KeptCard = {
  readonly token: string
  readonly brand: 'visa'
  readonly masked: string
  readonly cardholder: string
  readonly expires: string
  readonly address: {
    readonly line1: string | null
    readonly line2: null
    readonly city: null
    readonly postcode: string | null
    readonly country: null
  }
}
/** The card data to save after a successful payment. */
export type CardToKeep = {
  readonly behaviour: CardBehaviour
  readonly cardholder: string
  readonly expires: string
  readonly postcode?: string
}

export type Session = SessionRequest & {
  readonly id: string
  readonly status: SessionStatus
  readonly createdAt: number
  readonly cardMasked?: string
  /** The mobile payment app that paid it. */
  readonly paidBy?: string
  readonly toKeep?: CardToKeep
  readonly keptCard?: KeptCard
  /** Whether a saved card was charged for it without the payer, and why that card was declined. */
  readonly isCharged?: boolean
  readonly declineCode?: string
  readonly pending?: Pending
  readonly refunded: number
  readonly dispute?: 'open' | 'won' | 'lost'
  /** Whether the first refund fails later; and that refund, while it is pending and after it has failed. */
  readonly refundFails?: boolean
  readonly returning?: ReturningRefund
  readonly failedRefund?: string
  /** Whether every refund is refused. */
  readonly refusesRefunds?: boolean
}

/** Whether the session can be paid. After a declined card another may be tried. */
export const isPayable = (session: Session): boolean => session.status === 'open' || session.status === 'declined'

/** The time of the next automatic change of the session; undefined if there is none. */
export function wakesAt(session: Session): number | undefined {
  if (session.returning) return session.returning.settlesAt
  if (session.pending?.kind === 'debit') return session.pending.settlesAt
  if (!isPayable(session)) return undefined
  return session.pending?.kind === 'slow' ? Math.min(session.pending.settlesAt, session.expiresAt) : session.expiresAt
}

/** The session as returned to its merchant by the API. */
export function describeSession(session: Session, account: string, publicUrl: string) {
  const { id, attemptId, shop, deployment, status, amount, currency, cardMasked, keptCard, declineCode, refunded } = session
  const expiresAt = new Date(session.expiresAt).toISOString()
  return {
    sessionId: id,
    attemptId,
    shop,
    deployment,
    status,
    amount,
    currency,
    account,
    refunded,
    cardMasked,
    keptCard,
    declineCode,
    expiresAt,
    url: payUrl(publicUrl, id),
  }
}

const payUrl = (publicUrl: string, id: string): string => `${publicUrl}/pay/${id}`
