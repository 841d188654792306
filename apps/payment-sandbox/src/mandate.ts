import { randomBytes } from 'node:crypto'
import { locales } from '@playhouse/domain/locale'
import { z } from 'zod'
import type { Ledger } from './ledger.ts'
import { RefusedError } from './refused-error.ts'

const webUrl = z.url({ protocol: /^https?$/ }).max(2000)

/** A merchant's request for a direct debit mandate. */
export const mandateRequestSchema = z.strictObject({
  mandateId: z.string().min(1).max(100),
  shop: z.string().max(200).optional(),
  deployment: z.string().max(200).optional(),
  customerId: z.string().min(1).max(100),
  scheme: z.enum(['bacs', 'sepa']),
  locale: z.enum(locales),
  returnUrl: webUrl,
  cancelUrl: webUrl,
  callbackUrl: webUrl,
})
type MandateRequest = z.infer<typeof mandateRequestSchema>

/** `created`: the payer has not decided. `pending`: the bank has not confirmed it yet. */
export type MandateState = 'created' | 'pending' | 'active' | 'failed' | 'cancelled'
export type Mandate = MandateRequest & {
  readonly id: string
  readonly state: MandateState
  /** Whether the bank pays the debits. */
  readonly isPaying: boolean
  readonly reference: string
}
/** The masked account number of every mandate. */
const maskedAccount = '•••• 6819'

/** The mandate as returned to its merchant by the API. */
export const describeMandate = (mandate: Mandate, account: string, publicUrl: string) => ({
  setupId: mandate.id,
  mandateId: mandate.mandateId,
  state: mandate.state,
  token: mandate.id,
  reference: mandate.reference,
  masked: maskedAccount,
  account,
  url: `${publicUrl}/mandate/${mandate.id}`,
})

/** The payer's and the bank's decisions, and the states after them. */
const transitions = {
  agree: { from: ['created'], to: 'pending' },
  agreeUnpaid: { from: ['created'], to: 'pending' },
  leave: { from: ['created'], to: 'failed' },
  accept: { from: ['pending'], to: 'active' },
  reject: { from: ['pending'], to: 'failed' },
  revoke: { from: ['created', 'pending', 'active'], to: 'cancelled' },
} as const satisfies Record<string, { readonly from: readonly MandateState[]; readonly to: MandateState }>
export type MandateDecision = keyof typeof transitions
export const mandateDecisions = Object.keys(transitions) as [MandateDecision, ...MandateDecision[]]
/** The decisions that are possible in a state. */
export const possibleDecisions = (state: MandateState): MandateDecision[] =>
  mandateDecisions.filter((decision) => (transitions[decision].from as readonly MandateState[]).includes(state))

/** Direct debit mandates. Each method is one transaction that writes the mandate and its callback. */
export class MandateService {
  readonly #ledger: Ledger
  readonly #account: string

  constructor(ledger: Ledger, account: string) {
    this.#ledger = ledger
    this.#account = account
  }

  /** Creates a mandate, or returns the one that an earlier request with this id created. */
  create(request: MandateRequest): Mandate {
    return this.#ledger.transact(() => {
      const known = this.#ledger.findMandateOf(request.mandateId)
      if (known) return known
      const reference = `SANDBOX-${randomBytes(4).toString('hex').toUpperCase()}`
      const id = `man_${randomBytes(24).toString('base64url')}`
      return this.#keep({ ...request, id, state: 'created', isPaying: true, reference })
    })
  }

  /** @throws RefusedError (404) */
  read(id: string): Mandate {
    const mandate = this.#ledger.findMandate(id)
    if (!mandate) throw new RefusedError(404, 'no such mandate')
    return mandate
  }

  /** Applies a decision of the payer or the bank. One that is not possible any more changes nothing. */
  decide(id: string, decision: MandateDecision): Mandate {
    return this.#ledger.transact(() => {
      const mandate = this.read(id)
      if (!possibleDecisions(mandate.state).includes(decision)) return mandate
      const moved = this.#keep({ ...mandate, state: transitions[decision].to, ...(decision === 'agreeUnpaid' && { isPaying: false }) })
      this.#send(moved)
      return moved
    })
  }

  #keep(mandate: Mandate): Mandate {
    this.#ledger.keepMandate(mandate)
    return mandate
  }

  #send({ id, callbackUrl: url }: Mandate): void {
    const eventId = `evt_${randomBytes(16).toString('base64url')}`
    const at = new Date().toISOString()
    const body = JSON.stringify({ eventId, type: 'mandate.changed', mandate: id, account: this.#account, at })
    this.#ledger.keepCallback({ eventId, sessionId: id, url, body, due: Date.now(), tries: 0, copies: 1 })
  }
}
