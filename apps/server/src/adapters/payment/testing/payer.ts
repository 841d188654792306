import { randomUUID } from 'node:crypto'
import { money } from '@playhouse/domain/money'
import type { SessionRequest } from '#modules/payment'

export type Changes = Partial<SessionRequest>

/** A request for a session of £90.50, whose texts contain HTML markup to be escaped. */
export function requestTo(callbackUrl: string, changes: Changes = {}): SessionRequest {
  return {
    attemptId: randomUUID(),
    shop: 'https://shop.example',
    deployment: randomUUID(),
    amount: money(90_50),
    currency: 'GBP',
    description: 'Playhouse order',
    lines: [{ description: '2 × The <Tempest>', amount: money(90_50) }],
    customer: { name: 'Ada "Countess" Lovelace', email: 'ada@example.org', postcode: 'SE1 2SG' },
    locale: 'en',
    returnUrl: 'http://shop.example/order/verify?payment=1',
    cancelUrl: 'http://shop.example/checkout/summary',
    callbackUrl,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    ...changes,
  }
}

/** Submits a form of the payment page as a payer's browser does, without following the redirect. */
export async function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}
