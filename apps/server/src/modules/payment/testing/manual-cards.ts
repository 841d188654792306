import type { TestTheatre } from '#testing'
import type { PaymentDeps } from '../attempt.ts'
import { type PaymentProvider, ProviderRefused, type ProviderSession, ProviderUnreachable } from '../provider.ts'
import { createManualProvider } from './manual-provider.ts'

/** The behaviour of a saved card, which is also its token. */
export const cardBehaviours = ['pays', 'declines', 'asks', 'processes'] as const
export type CardBehaviour = (typeof cardBehaviours)[number]
/** What happens to the next charge: the request or its answer is lost, or the process is killed after the charge. */
export type ChargeFault = 'request-lost' | 'answer-lost' | 'killed'

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
  const provider: PaymentProvider = {
    ...manual.provider,
    keepsCards: true,
    createCustomer: async ({ customer }) => {
      if (!customers.has(customer)) customers.set(customer, `c-${customers.size + 1}`)
      return { customerId: customers.get(customer)! }
    },
    forgetCustomer: async (id) => void forgotten.push(id),
    forgetCard: async (token) => void forgotten.push(token),
    chargeOffSession: async ({ attemptId, amount, currency, card }) => {
      const now = fault
      fault = undefined
      if (now === 'request-lost') throw new ProviderUnreachable('the request was lost')
      const sessionId = `s-${attemptId}`
      if (!manual.sessions.has(sessionId)) {
        const status = statusOf[card as CardBehaviour]
        if (status === undefined) throw new ProviderRefused(404, 'no such card')
        charges.push(attemptId)
        const declineCode = status === 'failed' ? { declineCode: 'insufficient_funds' } : {}
        manual.sessions.set(sessionId, { sessionId, attemptId, status, amount, currency, account: 'test', ...declineCode })
      }
      if (now === 'answer-lost') throw new ProviderUnreachable('the answer was lost')
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
  return { ...manual, provider, shop, charges, customers, forgotten, save, failNext: (next: ChargeFault) => (fault = next) }
}
