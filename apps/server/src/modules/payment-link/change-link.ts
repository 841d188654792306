import { sql, type Transaction } from 'kysely'
import { auditBy, type Database, publish, transact } from '#db'
import { type Actor, moveBasket, releaseBasketSeats } from '#modules/basket'
import { cancelPayment, findOpenAttempt, type PaymentDeps } from '#modules/payment'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findLink, linkProblem, type LinkProblem, lockLink, type PaymentLink } from './link-row.ts'

type ChangeProblem = LinkProblem | Problem<'payment-unreachable' | 'basket-paying'>
type Changed = Result<PaymentLink, ChangeProblem>

/** Replaces the token of a link and mails the new one; the old one is no longer valid. Its time stays. */
export function resendPaymentLink({ db }: Pick<PaymentDeps, 'db'>, id: string, actor: Actor): Promise<Changed> {
  return transact(db, async (trx): Promise<Changed> => {
    const locked = await lockLink(trx, { id })
    const rejection = linkProblem(locked?.link)
    if (!locked || rejection) return fail(rejection ?? problem('page-not-found'))
    await sql`update payment_link set token_hash = null, issued_at = null where id = ${id}`.execute(trx)
    await auditBy(trx, actor, { subject: 'payment-link', subjectId: id, verb: 'resend', detail: { basket: locked.link.basket } })
    await publish(trx, 'payment-link.issue', id, { link: id })
    return ok(locked.link)
  })
}

/**
 * Cancels a link: its payment page is closed, its seats are released, and a letter to the customer is queued. A payment that arrived first
 * stays, and is the problem.
 */
export const cancelPaymentLink = (deps: PaymentDeps, id: string, actor: Actor): Promise<Changed> =>
  endLink(deps, id, 'cancel', actor, async (trx, locked) => {
    await releaseBasketSeats(trx, locked.basket, actor)
    await moveBasket(trx, locked.basket, 'reset', actor, { link: id })
    await publish(trx, 'mail.payment-link-cancelled', id, { link: id })
  })

/**
 * Cancels a link and returns its basket, which the customer now pays for at the counter. The seats are held as long as those of any counter
 * basket.
 */
export const takeBackPaymentLink = (deps: PaymentDeps, id: string, actor: Actor): Promise<Changed> =>
  endLink(deps, id, 'take-back', actor, async (trx, { basket }) => {
    if (basket.deadline === null) return
    const { holdSeconds } = deps.brand.limits
    await sql`
      update basket set deadline = now() + make_interval(secs => ${holdSeconds}), version = version + 1 where id = ${basket.id}`.execute(
      trx,
    )
  })

async function endLink(
  deps: PaymentDeps,
  id: string,
  verb: 'cancel' | 'take-back',
  actor: Actor,
  release: (trx: Transaction<Database>, locked: NonNullable<Awaited<ReturnType<typeof lockLink>>>) => Promise<void>,
): Promise<Changed> {
  const closed = await closePage(deps, id, actor)
  if (closed) return fail(closed)
  return transact(deps.db, async (trx): Promise<Changed> => {
    const locked = await lockLink(trx, { id })
    const rejection = linkProblem(locked?.link)
    if (!locked || rejection) return fail(rejection ?? problem('page-not-found'))
    // The customer has opened another page since.
    if (locked.link.state === 'paying') return fail(problem('basket-paying'))
    await sql`update payment_link set cancelled_at = now() where id = ${id}`.execute(trx)
    await auditBy(trx, actor, {
      ...{ subject: 'payment-link', subjectId: id, verb, from: 'open', to: 'cancelled' },
      detail: { basket: locked.link.basket },
    })
    await release(trx, locked)
    return ok(locked.link)
  })
}

/** Closes the payment page that the customer has opened by a link, so that nothing is charged for it afterwards. */
async function closePage(deps: PaymentDeps, id: string, actor: Actor): Promise<ChangeProblem | undefined> {
  const link = await findLink(deps.db, { id })
  const attempt = link?.state === 'paying' ? await findOpenAttempt(deps.db, link.basket) : undefined
  if (!link || !attempt) return undefined
  const closed = await cancelPayment(deps, link.customer, attempt.id, actor)
  return !closed.ok && closed.error.code === 'payment-unreachable' ? closed.error : undefined
}
