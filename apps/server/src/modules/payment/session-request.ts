import type { Selectable } from 'kysely'
import type { CustomerTable } from '#db'
import { hasRenewalConsent, storedName } from '@playhouse/domain/stored-detail'
import { paymentLinkPath } from '@playhouse/domain/payment-link'
import { add, type Currency, formatMoney, money } from '@playhouse/domain/money'
import { seatsByPerformance } from '#modules/basket'
import { cardsToOffer } from '#modules/card'
import { mailWords } from '#modules/mail'
import { itemName } from '#modules/messages'
import { type Attempt, type PaymentDeps, providerOf } from './attempt.ts'
import { readDeployment } from './deployment.ts'
import { isPaidByLink } from './link-basket.ts'
import { providerCustomerOf } from './provider-customer.ts'
import type { SessionRequest } from './provider.ts'

/** Builds the request for a payment page from the frozen quote of an attempt. */
export async function sessionRequest(deps: PaymentDeps, customer: Selectable<CustomerTable>, attempt: Attempt): Promise<SessionRequest> {
  const { brand, catalogue, origin } = deps
  const provider = providerOf(deps, attempt)
  const { quote } = attempt
  const isByLink = await isPaidByLink(deps.db, attempt.basket_id)
  const returnUrl = `${origin}${isByLink ? paymentLinkPath : '/order/verify'}?payment=${attempt.id}`
  const lines = await Promise.all(
    seatsByPerformance(quote.tickets.map((ticket) => ({ performance_id: ticket.performance, seat: ticket.seat }))).map(
      async ({ performance, seats }) => {
        const { title } = (await catalogue.performanceDetails(performance))!.production
        const amount = add(...quote.tickets.filter((ticket) => ticket.performance === performance).map((ticket) => money(ticket.price)))
        return { description: `${seats.length} × ${title}`, amount }
      },
    ),
  )
  const { billing } = quote
  // The payer of a link may be another person: no address or saved card of the customer is shown, and no card is saved.
  const customerId = isByLink ? undefined : await providerCustomerOf(deps, provider, customer)
  const keptCards = customerId === undefined ? undefined : await cardsToOffer(deps.db, customer.id, provider.name)
  const words = mailWords(brand, attempt.locale)
  const itemLines = (quote.items ?? []).map((item) => ({
    description: itemName(brand, attempt.locale, { kind: item.kind, name: storedName(item.detail) ?? '', quantity: item.quantity ?? 1 }),
    amount: money(item.amount),
  }))
  const isAgreed = (quote.items ?? []).some(({ detail }) => hasRenewalConsent(detail))
  const delivery = quote.totals.delivery > 0 ? [{ description: words('totals.delivery'), amount: quote.totals.delivery }] : []
  return {
    attemptId: attempt.id,
    shop: origin,
    deployment: (await readDeployment(deps.db, origin)).id,
    amount: money(attempt.amount),
    currency: attempt.currency as Currency,
    description: `${brand.name}, ${formatMoney(money(attempt.amount), brand.currency, attempt.locale)}`,
    lines: [...lines, ...itemLines, ...delivery],
    ...(!isByLink && {
      customer: {
        name: billing ? `${billing.firstName} ${billing.lastName}` : `${customer.first_name} ${customer.last_name}`,
        email: customer.email,
        ...(billing ? { postcode: billing.address.postcode, address: billing.address.line1 } : {}),
      },
    }),
    locale: attempt.locale,
    returnUrl,
    // The URL only selects the next page: the payment's status is read from the provider.
    cancelUrl: `${returnUrl}&left=1`,
    callbackUrl: `${origin}/api/payments/${provider.name}/callback`,
    ...(customerId !== undefined && keptCards && { customerId, keptCards, ...(isAgreed && { savesCard: 'always' as const }) }),
    expiresAt: attempt.pay_until.toISOString(),
  }
}
