import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from './config.ts'
import { renderTerminal } from './page/terminal.ts'
import { isPayable } from './session.ts'
import { RefusedError } from './refused-error.ts'
import type { SessionService } from './session-service.ts'

/** The cards for the next reading, and their results. */
const cards = {
  pays: 'A card that pays',
  declined: 'A card that is declined',
  cancelled: 'Somebody presses the red button',
  absent: 'Nobody shows a card',
  'response-lost': 'A card that pays, and the answer is lost',
} as const
type Card = keyof typeof cards
type CardResult = 'read' | 'declined' | 'cancelled' | 'timed-out'

const readSchema = z.strictObject({ session: z.string().max(100) })
const choiceSchema = z.object({ card: z.enum(Object.keys(cards) as [Card, ...Card[]]) })
/** Milliseconds between two checks whether the merchant has closed the session. */
const pollIntervalMs = 50

/** The card reader of a counter. It takes the exact amount of the session, without a tip. */
export class CardTerminal {
  readonly #sessionService: SessionService
  /** Timeout for a card, in milliseconds. */
  readonly #patience: number
  #next: Card = 'pays'

  constructor(sessionService: SessionService, patience: number) {
    this.#sessionService = sessionService
    this.#patience = patience
  }

  get next(): Card {
    return this.#next
  }

  /** Sets the card for the next reading. Readings after it use a card that pays. */
  lay(card: Card): void {
    this.#next = card
  }

  /** @returns the result for the counter; undefined if the response is to be lost @throws RefusedError (404) */
  async read(id: string): Promise<CardResult | undefined> {
    const card = this.#next
    this.#next = 'pays'
    switch (card) {
      case 'pays':
        return this.#told(this.#sessionService.pay(id, 'success').status)
      case 'response-lost':
        this.#sessionService.pay(id, 'success', { post: 'lost' })
        return undefined
      case 'declined':
        return this.#told(this.#sessionService.pay(id, 'decline').status)
      case 'cancelled':
        this.#sessionService.cancel(id)
        return 'cancelled'
      case 'absent':
        return this.#waitInVain(id)
    }
  }

  #told(status: string): CardResult {
    return status === 'succeeded' ? 'read' : status === 'declined' ? 'declined' : 'cancelled'
  }

  async #waitInVain(id: string): Promise<CardResult> {
    for (let waited = 0; waited < this.#patience; waited += pollIntervalMs) {
      if (!isPayable(this.#sessionService.read(id))) return 'cancelled'
      await wait(pollIntervalMs)
    }
    return 'timed-out'
  }
}

/** Registers the API for the counter, with the secret as bearer token: one reading per request, with the response at its end. */
export function registerTerminalApi(app: FastifyInstance, pad: CardTerminal): void {
  app.post('/pad/reads', async (request, reply) => {
    const answer = await pad.read(readSchema.parse(request.body).session)
    if (answer === undefined) {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return reply.send({ answer })
  })
}

/** The page on which a tester chooses the next card of the reader. */
export function registerTerminalPage(app: FastifyInstance, pad: CardTerminal, { merchant }: Config): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    Object.fromEntries(new URLSearchParams(body.toString())),
  )
  app.get('/pad', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
      .send(renderTerminal(cards, pad.next, merchant).text),
  )
  app.post('/pad', async (request, reply) => {
    const choice = choiceSchema.safeParse(request.body)
    if (!choice.success) throw new RefusedError(400, 'no such card')
    pad.lay(choice.data.card)
    return reply.redirect('/pad', 303)
  })
}
