import type Stripe from 'stripe'
import type { DebitScheme, MandateState } from '@playhouse/domain/payment'
import { type MandateRequest, type ProviderMandate, ProviderRefused } from '#modules/payment'
import { withoutUndefined } from './event-field.ts'
import type { StripeApi } from './stripe-api.ts'
import { pageLocales } from './stripe-locale.ts'

const methodTypes = { bacs: 'bacs_debit', sepa: 'sepa_debit' } as const satisfies Record<DebitScheme, string>
const currencies = { bacs: 'gbp', sepa: 'eur' } as const satisfies Record<DebitScheme, string>

/** Opens a page of Stripe Checkout on which the payer agrees to a mandate. Idempotent by the mandate's id. */
export async function setUpMandate(api: StripeApi, request: MandateRequest) {
  const { mandateId, shop, deployment, customerId, scheme, locale, returnUrl, cancelUrl } = request
  const metadata = { mandate: mandateId, shop, deployment }
  const session = await api.call((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        currency: currencies[scheme],
        allowed_payment_method_types: [methodTypes[scheme]],
        customer: customerId,
        client_reference_id: mandateId,
        metadata,
        setup_intent_data: { metadata },
        locale: pageLocales[locale],
        success_url: returnUrl,
        cancel_url: cancelUrl,
      },
      { idempotencyKey: `mandate ${mandateId}` },
    ),
  )
  if (!session.url) throw new ProviderRefused(409, 'the session has ended already')
  return { setupId: session.id, url: session.url }
}

/** @throws ProviderRefused for an unknown session, or one that this shop did not open for a mandate */
export async function readMandate(api: StripeApi, setupId: string): Promise<ProviderMandate> {
  const session = await api.call((stripe) =>
    stripe.checkout.sessions.retrieve(setupId, { expand: ['setup_intent.mandate', 'setup_intent.payment_method'] }),
  )
  const mandateId = session.client_reference_id
  if (session.livemode !== api.isLive || session.mode !== 'setup' || mandateId === null)
    throw new ProviderRefused(403, `${session.id} is not a mandate of this shop`)
  const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null
  const mandate = typeof intent?.mandate === 'object' ? intent.mandate : null
  const method = typeof intent?.payment_method === 'object' ? intent.payment_method : null
  const details = mandate?.payment_method_details
  const last4 = method?.bacs_debit?.last4 ?? method?.sepa_debit?.last4
  return {
    setupId,
    mandateId,
    state: stateOf(session, mandate),
    ...withoutUndefined({
      token: mandate && method ? `${method.id} ${mandate.id}` : undefined,
      providerMandateId: mandate?.id,
      reference: details?.bacs_debit?.reference ?? details?.sepa_debit?.reference,
      masked: last4 ? `•••• ${last4}` : undefined,
    }),
  }
}

function stateOf({ status }: Stripe.Checkout.Session, mandate: Stripe.Mandate | null): MandateState {
  if (status !== 'complete') return status === 'expired' ? 'failed' : 'created'
  if (mandate?.status === 'active') return 'active'
  return mandate?.status === 'inactive' ? 'cancelled' : 'pending'
}

/** Ends a mandate: closes its page, or detaches its bank account, which cancels it at the bank. */
export async function cancelMandate(api: StripeApi, setupId: string): Promise<void> {
  const { state, token } = await readMandate(api, setupId)
  const [method] = token?.split(' ') ?? []
  const ignoreEnded = (error: unknown): undefined => {
    if (error instanceof ProviderRefused && (error.status === 400 || error.status === 404)) return undefined
    throw error
  }
  if (state === 'created') await api.call((stripe) => stripe.checkout.sessions.expire(setupId)).catch(ignoreEnded)
  else if (method) await api.call((stripe) => stripe.paymentMethods.detach(method)).catch(ignoreEnded)
}

/** The parameters of a charge that is debited by a mandate. @param token that of {@link readMandate} */
export function debitParameters(token: string) {
  const [payment_method = '', mandate = ''] = token.split(' ')
  return { payment_method, mandate, allowed_payment_method_types: ['bacs_debit' as const, 'sepa_debit' as const] }
}
