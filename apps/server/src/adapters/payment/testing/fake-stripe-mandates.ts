import { randomBytes } from 'node:crypto'
import { type FakeResponse, type Form, metadataOf, refuse } from './fake-stripe-objects.ts'

type FakeMandate = {
  readonly setup: string
  readonly id: string
  readonly method: string
  readonly customer: string
  readonly reference: string
  readonly metadata: Form
  session: 'open' | 'complete' | 'expired'
  status: 'pending' | 'active' | 'inactive'
  /** Whether the bank pays the debits. */
  isPaying: boolean
}

/** The pages of the fake of Stripe on which payers agree to mandates, and the mandates. */
export class FakeMandates {
  readonly #mandates = new Map<string, FakeMandate>()
  readonly #send: (about: string, type: string, object: object) => void

  constructor(send: (about: string, type: string, object: object) => void) {
    this.#send = send
  }

  open(form: Form): FakeResponse {
    const types = [form['allowed_payment_method_types[0]'], form['currency']].join(' ')
    if (types !== 'bacs_debit gbp' && types !== 'sepa_debit eur') return refuse(400, 'invalid_request_error', `no mandates for ${types}`)
    const id = () => randomBytes(12).toString('hex')
    const mandate: FakeMandate = {
      setup: `cs_test_setup_${id()}`,
      id: `mandate_${id()}`,
      method: `pm_debit_${id()}`,
      customer: form['customer'] ?? '',
      reference: form['client_reference_id'] ?? '',
      metadata: metadataOf(form),
      session: 'open',
      status: 'pending',
      isPaying: true,
    }
    this.#mandates.set(mandate.setup, mandate)
    return { status: 200, body: describe(mandate) }
  }

  /** @returns undefined for a page that does not set up a mandate */
  route(setup: string, verb: string | undefined): FakeResponse | undefined {
    const mandate = this.#mandates.get(setup)
    if (!mandate) return undefined
    if (verb === 'expire') {
      if (mandate.session !== 'open') return refuse(400, 'invalid_request_error', 'Only open sessions can be expired.')
      mandate.session = 'expired'
      this.#send(setup, 'checkout.session.expired', describe(mandate))
    }
    return { status: 200, body: describe(mandate) }
  }

  find(setup: string): FakeMandate {
    return this.#mandates.get(setup)!
  }

  ofMethod(method: string | undefined): FakeMandate | undefined {
    return [...this.#mandates.values()].find((mandate) => mandate.method === method)
  }

  /** Detaches the account of a mandate, which ends it. @returns undefined for another payment method */
  detach(method: string | undefined): FakeResponse | undefined {
    const mandate = this.ofMethod(method)
    if (!mandate) return undefined
    if (mandate.status === 'inactive') return refuse(400, 'invalid_request_error', 'The payment method is not attached to a customer.')
    this.decide(mandate, 'inactive')
    return { status: 200, body: { id: method, object: 'payment_method' } }
  }

  agree(setup: string, isPaying: boolean): void {
    Object.assign(this.find(setup), { session: 'complete', isPaying })
    this.#send(setup, 'checkout.session.completed', { ...describe(this.find(setup)), setup_intent: null })
  }

  /** The bank accepts, rejects or ends the mandate. */
  decide(mandate: FakeMandate, status: 'active' | 'inactive'): void {
    mandate.status = status
    this.#send(mandate.setup, 'mandate.updated', { object: 'mandate', id: mandate.id, payment_method: mandate.method, status })
  }
}

function describe({ setup, id, method, customer, reference, metadata, session, status }: FakeMandate): object {
  const details = { type: 'bacs_debit', bacs_debit: { reference: 'ABC123' } }
  const intent = {
    id: `seti_${setup}`,
    object: 'setup_intent',
    mandate: { id, object: 'mandate', payment_method: method, payment_method_details: details, status },
    payment_method: { id: method, object: 'payment_method', type: 'bacs_debit', bacs_debit: { last4: '2345' } },
  }
  return {
    id: setup,
    object: 'checkout.session',
    amount_total: null,
    client_reference_id: reference,
    currency: null,
    customer,
    livemode: false,
    metadata,
    mode: 'setup',
    payment_status: 'no_payment_required',
    setup_intent: session === 'complete' ? intent : null,
    status: session,
    url: session === 'open' ? `https://checkout.stripe.com/c/pay/${setup}` : null,
  }
}
