import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { CardBehaviour } from './card.ts'
import { Ledger } from './ledger.ts'
import { isPayable, type Session, type SessionRequest } from './session.ts'
import { RefusedError } from './refused-error.ts'
import { SessionService } from './session-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'sessions-'))
const ledger = new Ledger(folder)
afterAll(() => {
  ledger.close()
  rmSync(folder, { recursive: true })
})

let attempts = 0
const requestOf = (changes: Partial<SessionRequest> = {}): SessionRequest => ({
  attemptId: `attempt-${++attempts}`,
  amount: 5000,
  currency: 'GBP',
  description: 'An order',
  lines: [],
  customer: { name: 'Ada', email: 'ada@example.org' },
  locale: 'en',
  returnUrl: 'http://shop.example/return',
  cancelUrl: 'http://shop.example/cancel',
  callbackUrl: 'http://shop.example/callback',
  expiresAt: Date.now() + 60_000,
  ...changes,
})

/** The callbacks of a session since the last call. Sessions of earlier tests may still send theirs. */
function takeCallbacks(session: Session): { type: string; amount: number }[] {
  const all: { type: string; amount: number; sessionId: string }[] = []
  for (let due = ledger.callbacksDue(Infinity); due.length > 0; due = ledger.callbacksDue(Infinity)) {
    for (const { eventId, body } of due) {
      all.push(JSON.parse(body))
      ledger.noteDelivery(eventId, 1, undefined)
    }
  }
  return all.filter(({ sessionId }) => sessionId === session.id)
}

type Move = (sessionService: SessionService, id: string) => unknown
const cards: CardBehaviour[] = ['success', 'decline', 'challenge', 'slow', 'declined-later', 'refund-fails', 'refund-refused']
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom(...cards).map(
    (card): Move =>
      (sessionService, id) =>
        sessionService.pay(id, card),
  ),
  fc.boolean().map(
    (approved): Move =>
      (sessionService, id) =>
        sessionService.answerChallenge(id, approved),
  ),
  fc.boolean().map(
    (isPaid): Move =>
      (sessionService, id) =>
        sessionService.promise(id, isPaid),
  ),
  fc.constant<Move>((sessionService, id) => sessionService.cancel(id)),
  fc.constant<Move>((sessionService, id) => sessionService.expire(id)),
  fc.constant<Move>((sessionService, id) => sessionService.answerNow(id)),
  fc.constant<Move>((sessionService) => sessionService.wake(Date.now())),
  fc.record({ amount: fc.integer({ min: 1, max: 6000 }), key: fc.constantFrom('a', 'b', 'c') }).map(
    ({ amount, key }): Move =>
      (sessionService, id) =>
        sessionService.refund(id, amount, `${id} ${key}`),
  ),
)

/** The fields that never change after the end of a session. Refunds may still be made and fail. */
const withoutRefunds = ({ refunded: _, refundFails: _fails, returning: _returning, failedRefund: _failed, ...rest }: Session) => rest

test('any order of actions: a session is paid at most once, never changes after its end, and never refunds more than was paid', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
      const sessionService = new SessionService(ledger, 'test', 0)
      let { session }: { session: Session } = sessionService.open(requestOf())
      for (const make of moves) {
        try {
          make(sessionService, session.id)
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error
        }
        const after = sessionService.read(session.id)
        if (session.status === 'processing') expect(['processing', 'succeeded', 'failed']).toContain(after.status)
        else if (!isPayable(session)) expect(withoutRefunds(after)).toEqual(withoutRefunds(session))
        expect(after.refunded).toBeLessThanOrEqual(after.status === 'succeeded' ? after.amount : 0)
        session = after
      }
      const callbacks = takeCallbacks(session)
      const count = (type: string) => callbacks.filter((callback) => callback.type === type).length
      for (const status of ['succeeded', 'failed', 'cancelled', 'expired'] as const)
        expect(count(`session.${status}`)).toBe(session.status === status ? 1 : 0)
      const sumOf = (event: string) => callbacks.filter(({ type }) => type === event).reduce((sum, { amount }) => sum + amount, 0)
      expect(sumOf('refund.succeeded') - sumOf('refund.failed')).toBe(session.refunded)
    }),
    { numRuns: 60 },
  )
})

test('a card is saved after a payment if the payer may save cards, and found by its token until it is deleted', () => {
  const sessionService = new SessionService(ledger, 'test', 0)
  const toKeep = { behaviour: 'success', cardholder: 'Ada', expires: '2034-12' } as const
  const pay = (changes: Partial<SessionRequest>) =>
    sessionService.pay(sessionService.open(requestOf(changes)).session.id, 'success', { toKeep })
  expect(pay({}).keptCard).toBeUndefined()
  const { keptCard } = pay({ keptCards: [] })
  expect(keptCard).toMatchObject({ masked: '•••• 4242', cardholder: 'Ada', expires: '2034-12' })
  const secondSession = sessionService.open(requestOf({ keptCards: [keptCard!.token, 'nobody’s'] })).session
  expect(sessionService.cardsOf(secondSession)).toEqual([{ ...keptCard, behaviour: 'success' }])
  expect(sessionService.pay(secondSession.id, 'success', { toKeep }).keptCard).toEqual(keptCard)
  sessionService.forgetCard(keptCard!.token)
  expect(sessionService.cardsOf(secondSession)).toEqual([])
})

test('a card with a challenge is saved after approval, and a declined card is not saved', () => {
  const sessionService = new SessionService(ledger, 'test', 0)
  const keep = (behaviour: CardBehaviour) => {
    const { id } = sessionService.open(requestOf({ keptCards: [] })).session
    sessionService.pay(id, behaviour, { toKeep: { behaviour, cardholder: 'Ada', expires: '2034-12' } })
    return id
  }
  expect(sessionService.answerChallenge(keep('challenge'), true).keptCard?.masked).toBe('•••• 3220')
  expect(sessionService.answerChallenge(keep('challenge'), false).keptCard).toBeUndefined()
  const declinedSession = keep('decline')
  expect(sessionService.read(declinedSession).keptCard).toBeUndefined()
  // Another card was chosen then, and the payer did not ask to save it.
  expect(sessionService.pay(declinedSession, 'success').keptCard).toBeUndefined()
})

test('a tester can end the delay of a slow bank, once', () => {
  const sessionService = new SessionService(ledger, 'test', 60 * 60_000)
  const open = () => sessionService.open(requestOf()).session.id
  const [paid, refused, slow, challenged] = [open(), open(), open(), open()]
  sessionService.promise(paid, true)
  sessionService.promise(refused, false)
  sessionService.pay(slow, 'slow')
  sessionService.pay(challenged, 'challenge')
  for (const _ of [1, 2])
    expect([paid, refused, slow, challenged].map((id) => sessionService.answerNow(id).status)).toEqual([
      'succeeded',
      'failed',
      'succeeded',
      'open',
    ])
  expect(takeCallbacks(sessionService.read(paid)).map(({ type }) => type)).toEqual(['session.processing', 'session.succeeded'])
})

test('an expired session takes no money, even if no request has read it since', () => {
  const sessionService = new SessionService(ledger, 'test', 0)
  // The clock stands still, so that a slow machine opens the session before its end.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { session } = sessionService.open(requestOf({ expiresAt: Date.now() + 5 }))
  vi.setSystemTime(Date.now() + 6)
  expect(sessionService.pay(session.id, 'success').status).toBe('expired')
  expect(takeCallbacks(session).map(({ type }) => type)).toEqual(['session.expired'])
})

test('a card without refunds refuses each one, for any key', () => {
  const sessionService = new SessionService(ledger, 'test', 0)
  const { session } = sessionService.open(requestOf())
  expect(sessionService.pay(session.id, 'refund-refused').status).toBe('succeeded')
  for (const key of ['first', 'second', 'second'])
    expect(() => sessionService.refund(session.id, 2_000, key)).toThrow('the card takes no refunds')
  expect(sessionService.read(session.id).refunded).toBe(0)
  expect(sessionService.listRefunds(session.id)).toEqual([])
})

test('charges a saved card of its customer once for each attempt, without the payer', () => {
  const sessionService = new SessionService(ledger, 'test', 0)
  const { customerId } = sessionService.createCustomer('a customer of the shop')
  expect(sessionService.createCustomer('a customer of the shop')).toEqual({ customerId })
  const keep = (behaviour: CardBehaviour) => {
    const { id } = sessionService.open(requestOf({ customerId, keptCards: [] })).session
    const paid = sessionService.pay(id, behaviour, { toKeep: { behaviour, cardholder: 'Ada', expires: '2034-12', postcode: 'SE1 2SG' } })
    return behaviour === 'challenge' ? sessionService.answerChallenge(id, true).keptCard! : paid.keptCard!
  }
  const card = keep('success')
  expect(card).toMatchObject({ brand: 'visa', address: { postcode: 'SE1 2SG' } })
  expect(card).not.toHaveProperty('customerId')
  const charge = (token: string, request = requestOf({ customerId })) => sessionService.chargeOffSession({ ...request, card: token })
  const request = requestOf({ customerId })
  const first = charge(card.token, request)
  expect(first).toMatchObject({ status: 'succeeded', cardMasked: '•••• 4242' })
  expect(charge(card.token, request)).toEqual(first)
  expect(charge(keep('declined-later').token)).toMatchObject({ status: 'failed', declineCode: 'card_declined' })
  const chargeRequest = requestOf({ customerId })
  const open3ds = charge(keep('challenge').token, chargeRequest)
  expect(open3ds).toMatchObject({ status: 'open', pending: { kind: 'challenge' } })
  expect(sessionService.answerChallenge(open3ds.id, false)).toMatchObject({ status: 'declined' })
  // The payer refused: a repeated call does not charge the card again.
  expect(charge(card.token, chargeRequest)).toMatchObject({ status: 'declined' })
  const { customerId: otherCustomerId } = sessionService.createCustomer('another customer')
  expect(() => charge(card.token, requestOf({ customerId: otherCustomerId }))).toThrow('no such card')
  sessionService.forgetCustomer(customerId)
  expect(() => charge(card.token)).toThrow('no such card')
  expect(charge(card.token, request)).toEqual(first)
})
