import type { Locale } from '@playhouse/domain/brand'
import { problem } from '@playhouse/domain/problem'
import { fail } from '@playhouse/domain/result'
import { type Actor, findBasket } from '#modules/basket'
import { freezeBasket, openPayment, type PaymentDeps } from '#modules/payment'
import { findLink, linkProblem } from './link-row.ts'
import { isReservationToken, payReservation } from './pay-reservation.ts'

type Payer = { readonly locale: Locale; readonly actor: Actor }

/**
 * Starts the payment of a link, of a counter basket or of a winner's reserved order, for its customer; the payer needs no account. The basket is
 * frozen and paid for like any other. Idempotent: while a payment page is open, a second tab gets the same page.
 * @param quote the price that was shown, as a digest
 */
export async function payByLink(deps: PaymentDeps, token: string, quote: string, { locale, actor }: Payer) {
  if (await isReservationToken(deps.db, token)) return payReservation(deps, token, quote, { locale, actor })
  const link = await findLink(deps.db, { token })
  const rejection = linkProblem(link)
  if (!link || rejection) return fail(rejection ?? problem('page-not-found'))
  const version = (await findBasket(deps.db, link.basket))!.version
  const frozen = await freezeBasket(
    deps,
    {
      ...{ customer: link.customer, basket: link.basket, version, shownQuote: quote, locale },
      // The link may have been cancelled, replaced or taken back to the counter since it was read.
      check: async (trx) => linkProblem(await findLink(trx, { token })),
    },
    actor,
  )
  if (!frozen.ok) return frozen
  const customer = await deps.db.selectFrom('customer').selectAll().where('id', '=', link.customer).executeTakeFirstOrThrow()
  return openPayment(deps, customer, frozen.value, actor)
}
