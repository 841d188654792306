import { auditBy, newId, publish } from '#db'
import {
  type Actor,
  type BasketDeps,
  type CannotEdit,
  editBasket,
  isBasketEmpty,
  readBasket,
  readClock,
  seatsByPerformance,
  ticketsOf,
} from '#modules/basket'
import { extendHolds } from '#modules/seating'
import { linkEndOf } from '@playhouse/domain/payment-link'
import { isPosted } from '@playhouse/domain/postage'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

type NewLink = {
  readonly staff: string
  /** The version of the basket that the clerk has seen, and the price that was shown, as a digest from `quoteOf`. */
  readonly version: number
  readonly quote?: string | undefined
}
type Created = { readonly id: string; readonly until: Date; readonly email: string }

/** Mail addresses of customers without one end with this reserved name. */
const noAddress = '.invalid'

/**
 * Makes a link by which the customer of a counter basket pays, and holds seats and pieces until it ends: after the brand's hours, or at the
 * start of the first performance. A job makes its token and mails it. It takes the basket off the counter.
 */
export async function createPaymentLink(
  deps: BasketDeps,
  basketId: string,
  { staff, version, quote }: NewLink,
  actor: Actor,
): Promise<Result<Created, Problem | CannotEdit>> {
  const hours = deps.brand.limits.paymentLinkHours
  const shown = await readBasket(deps, basketId)
  if (quote !== undefined && shown.quote !== quote) return fail(problem('price-changed'))
  const option = deps.brand.delivery.find(({ method, fee }) => method === 'print-at-home' && fee === 0)
  // Tickets and vouchers go by mail: the customer is not at the counter.
  if (hours === undefined || !option) return fail(problem('not-allowed'))
  return editBasket(deps, basketId, actor, 'send-payment-link', async (trx, basket): Promise<Result<Created, Problem>> => {
    if (await isBasketEmpty(trx, basketId)) return fail(problem('basket-empty'))
    if (basket.version !== version || shown.version !== version) return fail(problem('price-changed'))
    if (shown.items.some(isPosted) && basket.delivery.address === null) return fail(problem('step-incomplete', { step: 'delivery' }))
    const customer =
      basket.customer_id === null
        ? undefined
        : await trx.selectFrom('customer').select(['id', 'email']).where('id', '=', basket.customer_id).executeTakeFirstOrThrow()
    if (!customer || customer.email.endsWith(noAddress)) return fail(problem('no-customer'))
    const tickets = await ticketsOf(trx, basketId)
    const sets = seatsByPerformance(tickets)
    const performances = sets.map(({ performance }) => performance)
    const details = await Promise.all(performances.map(async (id) => (await deps.catalogue.performanceDetails(id))!))
    const { now } = await readClock(trx, 0)
    const end = linkEndOf(
      now.getTime(),
      hours,
      details.map(({ startsAt }) => startsAt),
    )
    if (end <= now.getTime()) return fail(problem('instance-passed'))
    const until = new Date(end)
    // Adding seats restarts the deadline of the basket, but not the holds of its other performances.
    const kept = await extendHolds(trx, basketId, performances, until)
    if (kept < tickets.length) return fail(problem('basket-expired'))
    await trx
      .updateTable('basket')
      .set({
        ...(basket.deadline !== null && { deadline: until }),
        delivery: JSON.stringify({ method: option.method, address: basket.delivery.address }),
      })
      .where('id', '=', basketId)
      .execute()
    // Also the counter of another process or tab must not change it any more.
    await trx.updateTable('staff_session').set({ basket_id: null }).where('basket_id', '=', basketId).execute()
    const id = newId()
    const { leftToPay: amount } = shown.totals
    const row = { id, basket_id: basketId, customer_id: customer.id, staff_id: staff, amount, valid_until: until }
    await trx.insertInto('payment_link').values(row).execute()
    await auditBy(trx, actor, {
      subject: 'payment-link',
      subjectId: id,
      verb: 'create',
      to: 'open',
      detail: { basket: basketId, amount, until },
    })
    // Once for each performance, so that it is in the activity log of each.
    for (const seatSet of sets)
      await auditBy(trx, actor, { subject: 'basket', subjectId: basketId, verb: 'send-link', detail: { ...seatSet, link: id } })
    await publish(trx, 'payment-link.issue', id, { link: id })
    return ok({ id, until, email: customer.email })
  })
}
