import type { Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { stepAfter, type ValidationPage, validationPages } from '@playhouse/domain/checkout'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  itemsOf,
  type BasketDeps,
  type BasketRow,
  findAddOnProblem,
  findReservedItemProblem,
  findBasket,
  hasKeptItems,
  seatsByPerformance,
  ticketsOf,
  type TicketRow,
  findTicketProblem,
} from '#modules/basket'
import { isAnyCancelled } from '#modules/catalogue'
import { findMissingStep } from './missing-step.ts'

/** Checks whether the basket's customer can pay for it. @returns the problem (performance started or cancelled, rule, limit), or undefined */
export async function checkPayable(trx: Transaction<Database>, deps: BasketDeps, basket: BasketRow, tickets: readonly TicketRow[]) {
  const now = await deps.catalogue.now()
  const performances = seatsByPerformance(tickets).map(({ performance }) => performance)
  for (const performance of performances)
    if ((await deps.catalogue.performanceDetails(performance))!.startsAt <= now) return problem('instance-passed')
  if (await isAnyCancelled(trx, performances)) return problem('instance-cancelled')
  const addOnProblem = await findAddOnProblem({ ...deps, db: trx }, basket, tickets)
  if (addOnProblem) return addOnProblem
  const items = await itemsOf(trx, basket.id)
  const reservationProblem = await findReservedItemProblem(trx, basket, tickets, items)
  if (reservationProblem) return reservationProblem
  return findTicketProblem(trx, deps, basket, tickets)
}
export type PayableProblem = NonNullable<Awaited<ReturnType<typeof checkPayable>>>

/**
 * Validates a page of the checkout without changing the basket.
 * @returns the next step, or the problem that would prevent the payment now
 */
export async function validatePage(
  deps: BasketDeps,
  customerId: string,
  basketId: string,
  page: ValidationPage,
): Promise<Result<{ readonly next: CheckoutStep }, Problem>> {
  const { steps } = deps.brand
  return transact(deps.db, async (trx): Promise<Result<{ next: CheckoutStep }, Problem>> => {
    const basket = await findBasket(trx, basketId)
    if (basket?.state === 'paying') return fail(problem('basket-paying'))
    if (!basket || basket.lapsedNow || basket.state !== 'open') return fail(problem('basket-expired'))
    const tickets = await ticketsOf(trx, basketId)
    if (tickets.length === 0 && !(await hasKeptItems(trx, basketId))) return fail(problem('basket-empty'))
    const upToPage = { ...deps.brand, steps: steps.slice(0, steps.indexOf(validationPages[page]) + 1) }
    const missingStep = findMissingStep(upToPage, basket, tickets, await itemsOf(trx, basketId))
    if (missingStep) return fail(problem('step-incomplete', { step: missingStep }))
    const payableProblem = await checkPayable(trx, deps, { ...basket, customer_id: customerId }, tickets)
    return payableProblem ? fail(payableProblem) : ok({ next: stepAfter(page, steps) })
  })
}
