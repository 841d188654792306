import { randomBytes } from 'node:crypto'
import { type CardBehaviour, maskCard, mobilePayments } from './card.ts'
import { type CallbackContent, type CallbackDelivery, createCallback, type EventType } from './callback.ts'
import type { CardOnFile, Ledger } from './ledger.ts'
import { RefusedError } from './refused-error.ts'
import {
  type CardToKeep,
  isPayable,
  type KeptCard,
  type Pending,
  type ReturningRefund,
  type Session,
  type SessionRequest,
} from './session.ts'

/** A refund in a merchant's list; one made in the dashboard has no key of the merchant's system. */
type ListedRefund = {
  readonly refundId: string
  readonly amount: number
  readonly status: 'succeeded' | 'failed'
  readonly key?: string
}
const dashboardKey = 'dashboard '

/** Delay in milliseconds that makes the wrong order visible in a log. */
const outOfOrderDelay = 1500

/** The masked account number of a debit. */
const maskedAccount = '•••• 6819'

const maxSessionMs = 24 * 60 * 60 * 1000

/** What an off-session charge is paid with: one of the two. */
type OffSessionMeans = { readonly card?: string | undefined; readonly mandate?: string | undefined }

/** Takes, declines and refunds simulated money. Each method is one transaction that writes the session and its callback. */
export class SessionService {
  readonly #ledger: Ledger
  readonly #account: string
  /** Delay of the slow bank, in milliseconds. */
  readonly #slowness: number

  constructor(ledger: Ledger, account: string, slowness: number) {
    this.#ledger = ledger
    this.#account = account
    this.#slowness = slowness
  }

  /**
   * Opens a session, or returns the one that this attempt opened before, even if it has ended.
   * @throws RefusedError 409 if that was for another amount, 422 if a new one would have ended already or last longer than a
   * day
   */
  open(request: SessionRequest): { readonly session: Session; readonly isNew: boolean } {
    return this.#ledger.transact(() => {
      const existing = this.#ledger.findSessionOfAttempt(request.attemptId)
      if (existing) {
        const isSameRequest = existing.amount === request.amount && existing.currency === request.currency
        if (!isSameRequest) throw new RefusedError(409, 'this attempt was opened with another amount')
        return { session: this.#lapse(existing), isNew: false }
      }
      const lasts = request.expiresAt - Date.now()
      if (lasts <= 0 || lasts > maxSessionMs) throw new RefusedError(422, 'a session ends within the next 24 hours')
      const id = `ses_${randomBytes(24).toString('base64url')}`
      const session: Session = { ...request, id, status: 'open', createdAt: Date.now(), refunded: 0 }
      this.#ledger.keepSession(session)
      return { session, isNew: true }
    })
  }

  /** @throws RefusedError (404) */
  read(id: string): Session {
    return this.#ledger.transact(() => this.#find(id))
  }

  /** Paid sessions opened since an instant, oldest first, one page at a time. */
  listPaid(since: number, after: number | undefined): { readonly sessions: Session[]; readonly next: number | undefined } {
    return this.#ledger.transact(() => this.#ledger.paidSessions(since, after ?? 0))
  }

  /** The saved cards of a session's payer, the preferred one first. */
  cardsOf({ keptCards = [] }: Session): CardOnFile[] {
    return keptCards.flatMap((token) => this.#ledger.findCard(token) ?? [])
  }

  /** Deletes a saved card. An unknown one counts as deleted already. */
  forgetCard(token: string): void {
    this.#ledger.transact(() => this.#ledger.forgetCard(token))
  }

  /** Creates a customer, or returns the one with this reference. */
  createCustomer(reference: string): { readonly customerId: string } {
    return this.#ledger.transact(() => ({
      customerId: this.#ledger.keepCustomer(reference, `cus_${randomBytes(12).toString('base64url')}`),
    }))
  }

  /** Deletes a customer with all saved cards. An unknown one counts as deleted already. */
  forgetCustomer(id: string): void {
    this.#ledger.transact(() => this.#ledger.forgetCustomer(id))
  }

  /**
   * Charges a saved card or debits by a mandate without the payer, once for each attempt. Where the bank asks for the payer, the session
   * stays open.
   * @throws RefusedError 404 for a card that this customer does not have, 422 for a mandate that is not active, and those of {@link open}
   */
  chargeOffSession({ card, mandate, ...request }: SessionRequest & OffSessionMeans): Session {
    return mandate === undefined ? this.#chargeCard(request, card ?? '') : this.#debit(request, mandate)
  }

  #debit(request: SessionRequest, id: string): Session {
    const isPaying = this.#ledger.transact(() => {
      const mandate = this.#ledger.findMandate(id)
      const isKnown = this.#ledger.findSessionOfAttempt(request.attemptId) !== undefined
      if (!isKnown && (mandate?.state !== 'active' || mandate.customerId !== request.customerId))
        throw new RefusedError(422, 'the mandate is not active')
      return mandate?.isPaying ?? false
    })
    return this.#whilePayable(this.open(request).session.id, (open) =>
      open.isCharged ? open : this.#await({ ...open, isCharged: true }, { card: maskedAccount, isPaid: isPaying }),
    )
  }

  #chargeCard(request: SessionRequest, token: string): Session {
    const card = this.#ledger.transact(() => {
      const found = this.#ledger.findCard(token)
      const isKnown = this.#ledger.findSessionOfAttempt(request.attemptId) !== undefined
      if (!isKnown && found?.customerId !== request.customerId) throw new RefusedError(404, 'no such card')
      return found
    })
    return this.#whilePayable(this.open(request).session.id, (open) => {
      if (open.isCharged || !card) return open
      const session: Session = { ...open, isCharged: true }
      const { behaviour, masked } = card
      if (behaviour === 'decline' || behaviour === 'declined-later') {
        this.#tell(session, 'session.failed', {})
        return this.#keep({ ...session, status: 'failed', cardMasked: masked, declineCode: 'card_declined' })
      }
      if (behaviour === 'challenge') return this.#keep({ ...session, pending: { kind: 'challenge', card: masked } })
      if (behaviour === 'slow') return this.#await(session, { card: masked, isPaid: true })
      return this.#succeed(session, masked, 'sent')
    })
  }

  /**
   * The payer submits a card. An ended session does not change, however often the form is submitted.
   * @param options.toKeep the card data to save after a successful payment, if this payer may save cards
   */
  pay(
    id: string,
    card: CardBehaviour,
    { post = 'sent', toKeep }: { post?: CallbackDelivery | undefined; toKeep?: CardToKeep | undefined } = {},
  ): Session {
    return this.#whilePayable(id, (open) => {
      const masked = maskCard(card)
      const { toKeep: _before, ...rest } = open
      const session: Session = toKeep && open.keptCards ? { ...rest, toKeep } : rest
      switch (card) {
        case 'success':
        case 'declined-later':
          return this.#succeed(session, masked, post)
        case 'refund-fails':
          return this.#succeed({ ...session, refundFails: true }, masked, post)
        case 'refund-refused':
          return this.#succeed({ ...session, refusesRefunds: true }, masked, post)
        case 'decline':
          return this.#decline(session, masked)
        case 'challenge':
          return this.#keep({ ...session, pending: { kind: 'challenge', card: masked } })
        case 'slow':
          return this.#keep({ ...session, pending: { kind: 'slow', card: masked, settlesAt: Date.now() + this.#slowness } })
      }
    })
  }

  /** The payer approves the payment in the mobile payment app of its currency. Does nothing where there is none. */
  payByMobile(id: string): Session {
    return this.#whilePayable(id, (session) => {
      const paidBy = mobilePayments[session.currency]
      return paidBy === undefined ? session : this.#succeed({ ...session, paidBy }, undefined, 'sent')
    })
  }

  /** The payer answers the bank's 3-D Secure challenge. Does nothing without one. */
  answerChallenge(id: string, approved: boolean): Session {
    return this.#whilePayable(id, (session) => {
      if (session.pending?.kind !== 'challenge') return session
      const { card } = session.pending
      return approved ? this.#succeed(session, card, 'sent') : this.#decline(session, card)
    })
  }

  /** The payer agrees to a direct debit. Its outcome is known only later. */
  promise(id: string, isPaid: boolean): Session {
    return this.#whilePayable(id, (session) => this.#await(session, { card: maskedAccount, isPaid }))
  }

  #await(session: Session, { card, isPaid }: { readonly card: string; readonly isPaid: boolean }): Session {
    this.#tell(session, 'session.processing', {})
    const pending = { kind: 'debit', card, settlesAt: Date.now() + this.#slowness, isPaid } as const
    return this.#keep({ ...session, status: 'processing', pending })
  }

  cancel(id: string): Session {
    return this.#whilePayable(id, (session) => this.#end(session, 'cancelled'))
  }

  /** Closes the session for its merchant. A paid session stays paid, and is returned. */
  expire(id: string): Session {
    return this.#whilePayable(id, (session) => this.#end(session, 'expired'))
  }

  /** @throws RefusedError 404, 409 if the key was used for another refund, 422 if the amount exceeds the remaining money */
  refund(id: string, amount: number, key: string): { readonly refundId: string } {
    return this.#ledger.transact(() => {
      const session = this.#find(id)
      const existing = this.#ledger.findRefund(key)
      if (existing) {
        if (existing.sessionId !== id || existing.amount !== amount) throw new RefusedError(409, 'this key was used for another refund')
        return { refundId: existing.refundId }
      }
      if (session.status !== 'succeeded') throw new RefusedError(422, 'nothing was paid')
      if (session.refusesRefunds) throw new RefusedError(422, 'the card takes no refunds')
      if (session.refunded + amount > session.amount) throw new RefusedError(422, 'more than was paid')
      const refundId = `ref_${randomBytes(12).toString('base64url')}`
      this.#ledger.keepRefund({ key, refundId, sessionId: id, amount })
      const { refundFails, ...rest } = session
      const returning = { refundId, amount, settlesAt: Date.now() + this.#slowness }
      this.#keep({ ...rest, refunded: session.refunded + amount, ...(refundFails && { returning }) })
      this.#tell(session, 'refund.succeeded', { amount, refundId })
      return { refundId }
    })
  }

  /** A refund that the merchant makes in the dashboard, without a key of the merchant's system. @throws RefusedError (404, 422) */
  refundInDashboard(id: string, amount: number): { readonly refundId: string } {
    const refund = this.refund(id, amount, `${dashboardKey}${randomBytes(12).toString('base64url')}`)
    this.#ledger.transact(() => this.#tell(this.#find(id), 'payment.changed', { amount, paymentId: id }))
    return refund
  }

  /** The payer disputes the payment at the bank, or the bank decides. @throws RefusedError (404), 422 if that is not possible */
  dispute(id: string, dispute: 'open' | 'won' | 'lost'): Session {
    return this.#ledger.transact(() => {
      const session = this.#find(id)
      const isPossible = dispute === 'open' ? session.status === 'succeeded' && session.dispute === undefined : session.dispute === 'open'
      if (!isPossible) throw new RefusedError(422, 'this payment can’t be disputed so')
      this.#tell(session, 'payment.changed', { paymentId: id })
      return this.#keep({ ...session, dispute })
    })
  }

  /** All refunds of a session. @throws RefusedError (404) */
  listRefunds(id: string): ListedRefund[] {
    return this.#ledger.transact(() => {
      const { failedRefund } = this.#find(id)
      return this.#ledger.refundsOf(id).map(({ refundId, amount, key }) => ({
        refundId,
        amount,
        status: refundId === failedRefund ? 'failed' : 'succeeded',
        ...(!key.startsWith(dashboardKey) && { key }),
      }))
    })
  }

  /** The outcome of a refund. @throws RefusedError (404) */
  readRefund(id: string, refundId: string): { readonly refundId: string; readonly status: 'succeeded' | 'failed' } {
    return this.#ledger.transact(() => {
      const { failedRefund } = this.#find(id)
      if (!this.#ledger.refundsOf(id).some((refund) => refund.refundId === refundId)) throw new RefusedError(404, 'no such refund')
      return { refundId, status: refundId === failedRefund ? 'failed' : 'succeeded' }
    })
  }

  /** Ends the delay of the slow bank now. Does nothing to a session without one. */
  answerNow(id: string): Session {
    return this.#ledger.transact(() => {
      const session = this.#find(id)
      return session.pending && session.pending.kind !== 'challenge' ? this.#hear(session, session.pending) : session
    })
  }

  /** Applies timed changes: sessions expire, the slow bank decides, refunds fail. */
  wake(now: number): void {
    const due = this.#ledger.sessionsToWake(now)
    if (due.length === 0) return
    this.#ledger.transact(() => {
      for (const { id } of due) {
        const session = this.#find(id)
        const { pending, returning } = session
        if (returning && returning.settlesAt <= now) this.#sendBack(session, returning)
        if (pending && pending.kind !== 'challenge' && pending.settlesAt <= now) this.#hear(session, pending)
      }
    })
  }

  /** The payer's bank rejects a refund, and the money returns to the merchant. */
  #sendBack({ returning: _, ...session }: Session, { refundId, amount }: ReturningRefund): void {
    this.#tell(session, 'refund.failed', { amount, refundId })
    this.#keep({ ...session, refunded: session.refunded - amount, failedRefund: refundId })
  }

  /** Applies the bank's decision on a debit, or on a slow card if the session can still be paid. */
  #hear(session: Session, pending: Extract<Pending, { settlesAt: number }>): Session {
    if (pending.kind === 'debit') return pending.isPaid ? this.#succeed(session, pending.card, 'sent') : this.#end(session, 'failed')
    return isPayable(session) ? this.#succeed(session, pending.card, 'sent') : session
  }

  #whilePayable(id: string, move: (session: Session) => Session): Session {
    return this.#ledger.transact(() => {
      const session = this.#find(id)
      return isPayable(session) ? move(session) : session
    })
  }

  #find(id: string): Session {
    const session = this.#ledger.findSession(id)
    if (!session) throw new RefusedError(404, 'no such session')
    return this.#lapse(session)
  }

  #lapse(session: Session): Session {
    return isPayable(session) && session.expiresAt <= Date.now() ? this.#end(session, 'expired') : session
  }

  #succeed(session: Session, card: string | undefined, post: CallbackDelivery): Session {
    const now = Date.now()
    // An older decline, sent after the success that followed it.
    if (post === 'out-of-order') this.#tell(session, 'session.declined', { at: now - 1, due: now + outOfOrderDelay })
    this.#tell(session, 'session.succeeded', { copies: post === 'doubled' ? 2 : 1, due: post === 'lost' ? undefined : now })
    const keptCard = session.toKeep && this.#keepCard(session, session.toKeep)
    const { cardMasked: _, ...rest } = repliedSession(session)
    return this.#keep({ ...rest, status: 'succeeded', ...(card !== undefined && { cardMasked: card }), ...(keptCard && { keptCard }) })
  }

  /** The same card gets the same token. */
  #keepCard(session: Session, { behaviour, cardholder, expires, postcode }: CardToKeep): KeptCard {
    const existing = this.cardsOf(session).find((card) => card.behaviour === behaviour && card.expires === expires)
    const { customerId, customer } = session
    const {
      behaviour: _,
      customerId: __,
      ...card
    } = existing ?? {
      behaviour,
      customerId,
      token: `card_${randomBytes(24).toString('base64url')}`,
      brand: 'visa' as const,
      masked: maskCard(behaviour),
      cardholder,
      expires,
      address: { line1: customer?.address ?? null, line2: null, city: null, postcode: postcode || null, country: null },
    }
    if (!existing) this.#ledger.keepCard({ ...card, behaviour, ...(customerId !== undefined && { customerId }) })
    return card
  }

  #decline(session: Session, card: string): Session {
    this.#tell(session, 'session.declined', {})
    return this.#keep({ ...repliedSession(session), status: 'declined', cardMasked: card })
  }

  #end(session: Session, status: 'cancelled' | 'expired' | 'failed'): Session {
    this.#tell(session, `session.${status}`, {})
    return this.#keep({ ...repliedSession(session), status })
  }

  #keep(session: Session): Session {
    this.#ledger.keepSession(session)
    return session
  }

  #tell(session: Session, type: EventType, content: CallbackContent): void {
    this.#ledger.keepCallback(createCallback(session, this.#account, type, content))
  }
}

/** The session without a pending challenge. */
function repliedSession({ pending: _answered, ...session }: Session): Session {
  return session
}
