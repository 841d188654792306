import type { TestTheatre } from '#testing'
import type { PaymentDeps } from '../attempt.ts'
import { type PaymentProvider, type ProviderMandate, ProviderRefused, type ProviderSession, ProviderUnreachable } from '../provider.ts'
import { createManualProvider } from './manual-provider.ts'

/** The behaviour of a saved card, which is also its token. */
export const cardBehaviours = ['pays', 'declines', 'asks', 'processes'] as const
export type CardBehaviour = (typeof cardBehaviours)[number]
/** What happens to the next charge: the request or its answer is lost, or the process is killed after the charge. */
export type ChargeFault = 'request-lost' | 'response-lost' | 'killed'

const statusOf = { pays: 'succeeded', declines: 'failed', asks: 'open', processes: 'processing' } as const satisfies Record<
  CardBehaviour,
  ProviderSession['status']
>

/** Payment dependencies with a manual provider that keeps cards. */
export function openManualCards(theatre: TestTheatre) {
  const manual = createManualProvider()
  /** Attempts whose card was charged, once for each charge that the provider made. */
  const charges: string[] = []
  const customers = new Map<string, string>()
  const forgotten: string[] = []
  let fault: ChargeFault | undefined
  /** Mandates by the id of their page, with the state that the test sets. */
  const mandates = new Map<string, ProviderMandate>()
  const provider: PaymentProvider = {
    ...manual.provider,
    keepsCards: true,
    createCustomer: async ({ customer }) => {
      if (!customers.has(customer)) customers.set(customer, `c-${customers.size + 1}`)
      return { customerId: customers.get(customer)! }
    },
    setUpMandate: async ({ mandateId }) => {
      const setupId = `m-${mandateId}`
      if (!mandates.has(setupId)) mandates.set(setupId, { setupId, mandateId, state: 'created' })
      return { setupId, url: `https://pay.example/${setupId}` }
    },
    readMandate: async (setupId) => {
      const mandate = mandates.get(setupId)
      if (!mandate) throw new ProviderRefused(404, 'no such mandate')
      return mandate
    },
    cancelMandate: async (setupId) => void mandates.set(setupId, { ...mandates.get(setupId)!, state: 'cancelled' }),
    forgetCustomer: async (id) => void forgotten.push(id),
    forgetCard: async (token) => void forgotten.push(token),
    chargeOffSession: async (request) => {
      const { attemptId, amount, currency } = request
      const means = 'card' in request ? request.card : request.mandate
      const now = fault
      fault = undefined
      if (now === 'request-lost') throw new ProviderUnreachable('the request was lost')
      const sessionId = `s-${attemptId}`
      if (!manual.sessions.has(sessionId)) {
        const mandate = mandates.get(means)
        if (mandate && mandate.state !== 'active') throw new ProviderRefused(422, 'the mandate is not active')
        const status = mandate ? 'processing' : statusOf[means as CardBehaviour]
        if (status === undefined) throw new ProviderRefused(404, 'no such card')
        charges.push(attemptId)
        const declineCode = status === 'failed' ? { declineCode: 'insufficient_funds' } : {}
        manual.sessions.set(sessionId, { sessionId, attemptId, status, amount, currency, account: 'test', ...declineCode })
      }
      if (now === 'response-lost') throw new ProviderUnreachable('the answer was lost')
      if (now === 'killed') throw new Error('killed')
      const session = manual.sessions.get(sessionId)!
      return session.status === 'open' ? { session, url: `https://pay.example/${sessionId}` } : { session }
    },
  }
  const shop: PaymentDeps & TestTheatre = { ...theatre, provider, origin: 'https://shop.example' }
  /** Saves a card of a customer. */
  const save = async (customer: string, token: string, isPreferred = true) => {
    const columns = { customer_id: customer, provider: provider.name, token: `customer ${customer}` }
    await theatre.db
      .insertInto('provider_customer')
      .values(columns)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const display = { masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04', brand: 'visa', address: null }
    await theatre.db
      .insertInto('payment_card')
      .values({ id: crypto.randomUUID(), customer_id: customer, provider: provider.name, token, ...display, is_preferred: isPreferred })
      .execute()
  }
  /** Sets the state of a mandate at the provider, as the customer or the bank would. */
  const decide = (mandateId: string, state: ProviderMandate['state']): void => {
    const setupId = `m-${mandateId}`
    const agreed = { token: setupId, providerMandateId: `bank-${mandateId}`, reference: 'ABC123', masked: '•••• 6819' }
    mandates.set(setupId, { setupId, mandateId, state, ...agreed })
  }
  return {
    ...manual,
    mandates,
    decide,
    provider,
    shop,
    charges,
    customers,
    forgotten,
    save,
    failNext: (next: ChargeFault | undefined) => (fault = next),
  }
}
