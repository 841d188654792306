import { createHmac } from 'node:crypto'
import type { Callback, Ledger } from './ledger.ts'

const callbackTimeoutMs = 5000
const maxRetryDelayMs = 5 * 60 * 1000
/** Number of attempts: two and a half days at the longest delay. */
const maxAttempts = 720

/** `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">` */
export function sign(body: string, secret: string, unixSeconds: number): string {
  return `t=${unixSeconds},v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`
}

/** Delivers callbacks to merchants, at least once: a response other than 2xx leads to a retry, after growing delays. */
export class CallbackSender {
  readonly #ledger: Ledger
  readonly #secret: string
  readonly #firstRetry: number
  readonly #underWay = new Set<string>()

  constructor(ledger: Ledger, secret: string, firstRetry: number) {
    this.#ledger = ledger
    this.#secret = secret
    this.#firstRetry = firstRetry
  }

  /** Sends all due callbacks, without waiting for responses. */
  sendDue(now: number): void {
    for (const callback of this.#ledger.callbacksDue(now)) {
      if (this.#underWay.has(callback.eventId)) continue
      this.#underWay.add(callback.eventId)
      void this.#deliver(callback).finally(() => this.#underWay.delete(callback.eventId))
    }
  }

  /** Resolves when no response is pending any more. */
  async rest(): Promise<void> {
    while (this.#underWay.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async #deliver(callback: Callback): Promise<void> {
    const wereAccepted = await Promise.all(Array.from({ length: callback.copies }, () => this.#send(callback)))
    const tries = callback.tries + 1
    const isDone = wereAccepted.every(Boolean) || tries >= maxAttempts
    const pause = Math.min(this.#firstRetry * 2 ** Math.min(callback.tries, 20), maxRetryDelayMs)
    this.#ledger.noteDelivery(callback.eventId, tries, isDone ? undefined : Date.now() + pause)
  }

  async #send({ url, body }: Callback): Promise<boolean> {
    const signature = sign(body, this.#secret, Math.floor(Date.now() / 1000))
    const headers = { 'content-type': 'application/json', 'playhouse-signature': signature }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(callbackTimeoutMs),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}
