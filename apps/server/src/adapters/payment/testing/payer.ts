import { randomUUID } from 'node:crypto'
import { money } from '@playhouse/domain/money'
import type { SessionRequest } from '#modules/payment'

export type Changes = Partial<SessionRequest>

/** A session of £90.50 with texts that would be markup if they could. */
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

/** What a payer's browser sends. */
export async function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}
