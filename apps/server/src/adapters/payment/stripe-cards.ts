import type Stripe from 'stripe'
import { type CustomerRequest, passNotFound, type ProviderSession, ProviderRefused } from '#modules/payment'
import type { StripeApi } from './stripe-api.ts'

/**
 * Creates the Stripe customer of a customer of the shop. An existing one is found by its metadata, because Stripe forgets
 * idempotency keys after a day.
 */
export async function createCustomer(api: StripeApi, { shop, deployment, customer, email }: CustomerRequest) {
  const customers = await api.call((stripe) => stripe.customers.list({ email, limit: 100 }).autoPagingToArray({ limit: 1_000 }))
  const existing = customers.find(({ metadata }) => metadata['customer'] === customer && metadata['shop'] === shop)
  const { id } =
    existing ??
    (await api.call((stripe) =>
      stripe.customers.create({ email, metadata: { customer, shop, deployment } }, { idempotencyKey: `customer ${shop} ${customer}` }),
    ))
  return { customerId: id }
}

/** Deletes a customer. Stripe detaches the saved cards with it. */
export async function deleteCustomer(api: StripeApi, customerId: string): Promise<void> {
  await api.call((stripe) => stripe.customers.del(customerId)).catch(passNotFound)
}

/** Detaches a saved card, which can't be charged afterwards. Stripe refuses to detach it twice. */
export async function detachCard(api: StripeApi, token: string): Promise<void> {
  await api
    .call((stripe) => stripe.paymentMethods.detach(token))
    .catch((error: unknown) => {
      if (!(error instanceof ProviderRefused && (error.status === 400 || error.status === 404))) throw error
    })
}

/** The card of a session that was attached to its customer; undefined if the payer saved none. The payment method must be expanded. */
export function keptCardOf({ payment_intent }: Stripe.Checkout.Session): ProviderSession['keptCard'] {
  const method = typeof payment_intent === 'object' ? payment_intent?.payment_method : undefined
  if (typeof method !== 'object' || !method?.card || method.customer === null) return undefined
  const { brand, last4, exp_month, exp_year } = method.card
  const { name, address } = method.billing_details
  return {
    token: method.id,
    brand,
    masked: `•••• ${last4}`,
    cardholder: name ?? '',
    expires: `${exp_year}-${String(exp_month).padStart(2, '0')}`,
    address: {
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      city: address?.city ?? null,
      postcode: address?.postal_code ?? null,
      country: address?.country ?? null,
    },
  }
}
