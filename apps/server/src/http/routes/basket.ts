import type { FastifyRequest } from 'fastify'
import type { Basket, contract } from '@playhouse/api-client/contract'
import { holdsStock } from '@playhouse/domain/item-kind'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  addItem,
  addTopUp,
  applyCredit,
  applyPromo,
  applyVoucher,
  changeItem,
  changeTicket,
  dismissLapsed,
  endAddOns,
  extendBasket,
  readBasket,
  removeCredit,
  removeItem,
  removePromo,
  removeTicket,
  removeVouchers,
  resetBasket,
  setBilling,
  setDelivery,
  setGiftAid,
  setRenewalConsent,
  setNotes,
  setSubscriptions,
  formatBasket,
} from '#modules/basket'
import { addTickets } from '#modules/hold'
import { holderOf } from '../visitor/bot-check.ts'
import type { Handlers, Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'
import { forgiveCode, tooManyCodes } from './vouchers.ts'

/** Rate-limits releases; see `limits`. */
export async function throttleRelease({ throttle }: AppContext, { session }: Visitor, request: FastifyRequest) {
  const throttleKey = session ?? networkOf(request.ip)
  return (
    (await throttle('release-day', throttleKey)) ??
    (await throttle('release-quarter', throttleKey)) ??
    (await throttle('release-minute', throttleKey))
  )
}

export function basketHandlers(context: AppContext): Handlers<typeof contract.basket> {
  /** Makes a change and returns the current basket. Without a basket, a change that needs tickets returns its problem. */
  const changeBasket = async (
    visitor: Visitor,
    problemWithoutBasket: Problem,
    work: (basket: string) => Promise<Result<unknown, Problem>>,
  ): Promise<Result<Basket, Problem>> => {
    if (!visitor.basketId) return fail(problemWithoutBasket)
    const result = await work(visitor.basketId)
    return result.ok ? ok(await readBasket(context, visitor.basketId)) : result
  }
  const empty = problem('basket-empty')
  const noLine = problem('basket-line-unknown')
  return {
    read: async ({ visitor }) => ok(await readBasket(context, visitor.basketId)),
    reset: async ({ visitor, request }) => {
      if (!visitor.basketId) return ok(await readBasket(context, undefined))
      const rejection = await throttleRelease(context, visitor, request)
      if (rejection) return fail(rejection)
      const next = await resetBasket(context, visitor.basketId, visitor.actor)
      if (!next.ok) return next
      await visitor.useBasket(next.value)
      return ok(await readBasket(context, next.value))
    },
    dismissLapsed: async ({ visitor }) => {
      if (!visitor.basketId) return ok(await readBasket(context, undefined))
      const next = await dismissLapsed(context, visitor.basketId, visitor.actor)
      if (!next.ok) return next
      if (next.value !== visitor.basketId) await visitor.useBasket(next.value)
      return ok(await readBasket(context, next.value))
    },
    addTickets: async ({ body, visitor, request }) => {
      const rejection = context.throttle.batched('hold', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const holder = await holderOf(context, request, visitor, { performances: [body.instance], proof: body.proof })
      const addResult = await visitor.fillBasket((targetBasket) =>
        addTickets(context, targetBasket, holder, body.instance, body.seats, { ifTaken: body.ifTaken, release: body.giveBack }),
      )
      return addResult.ok
        ? ok({ ...(await formatBasket(context, addResult.value.basketWithTickets)), lost: addResult.value.unavailableSeats })
        : addResult
    },
    changeTicket: ({ params, body, visitor }) =>
      changeBasket(visitor, noLine, (basket) => changeTicket(context, basket, visitor.actor, params.id, body)),
    removeTicket: async ({ params, visitor, request }) => {
      const rejection = await throttleRelease(context, visitor, request)
      if (rejection) return fail(rejection)
      return changeBasket(visitor, noLine, (basket) => removeTicket(context, basket, visitor.actor, params.id))
    },
    extend: ({ visitor }) => changeBasket(visitor, empty, (basket) => extendBasket(context, basket, visitor.actor)),
    setDelivery: ({ body, visitor }) => changeBasket(visitor, empty, (basket) => setDelivery(context, basket, visitor.actor, body)),
    setNotes: ({ body, visitor }) => changeBasket(visitor, empty, (basket) => setNotes(context, basket, visitor.actor, body)),
    setBilling: ({ body, visitor }) => changeBasket(visitor, empty, (basket) => setBilling(context, basket, visitor.actor, body)),
    applyPromo: async ({ body, visitor, request }) => {
      const rejection = await tooManyCodes(context, visitor, request)
      if (rejection) return fail(rejection)
      const basket = await visitor.ensureBasket()
      const promoResult = await applyPromo(context, basket, visitor.actor, body.code)
      if (!promoResult.ok) return promoResult
      await forgiveCode(context, visitor, request)
      return ok(await readBasket(context, basket))
    },
    removePromo: ({ visitor }) =>
      changeBasket(visitor, problem('promo-update-failed'), (basket) => removePromo(context, basket, visitor.actor)),
    applyGiftVoucher: async ({ body, visitor, request }) => {
      const rejection = await tooManyCodes(context, visitor, request)
      if (rejection) return fail(rejection)
      return changeBasket(visitor, empty, (basket) => applyVoucher(context, basket, visitor.actor, body.code))
    },
    removeGiftVoucher: ({ visitor }) => changeBasket(visitor, empty, (basket) => removeVouchers(context, basket, visitor.actor)),
    applyCredit: ({ visitor }) => changeBasket(visitor, empty, (basket) => applyCredit(context, basket, visitor.actor)),
    setSubscriptions: ({ visitor, body }) =>
      changeBasket(visitor, empty, (basket) => setSubscriptions(context, basket, visitor.actor, body.isUsed)),
    removeCredit: ({ visitor }) => changeBasket(visitor, empty, (basket) => removeCredit(context, basket, visitor.actor)),
    addItem: async ({ body, visitor, request }) => {
      const rejection = holdsStock(body.kind) ? context.throttle.batched('hold', networkOf(request.ip)) : undefined
      if (rejection) return fail(rejection)
      const basket = await visitor.ensureBasket()
      // The passes of waiting rooms are for seats: only a proof verifies a visitor here.
      const proof = body.kind === 'product' ? body.proof : undefined
      const holder = holdsStock(body.kind) ? await holderOf(context, request, visitor, { performances: [], proof }) : visitor.actor
      const added = await addItem(context, basket, holder, body, visitor.locale)
      if (!added.ok) return added
      visitor.rememberBasket()
      return ok(await readBasket(context, basket))
    },
    endAddOns: ({ visitor }) => changeBasket(visitor, empty, (basket) => endAddOns(context, basket, visitor.actor)),
    addTopUp: ({ body, visitor }) => changeBasket(visitor, empty, (basket) => addTopUp(context, basket, visitor.actor, body.topUp)),
    changeItem: async ({ params, body, visitor }) => {
      const changed = await changeBasket(visitor, noLine, (basket) => changeItem(context, basket, visitor.actor, params.id, body))
      if (changed.ok) visitor.rememberBasket()
      return changed
    },
    setRenewal: ({ params, body, visitor }) =>
      changeBasket(visitor, noLine, (basket) =>
        setRenewalConsent(context, basket, visitor.actor, { item: params.id, shown: body.agreement, locale: visitor.locale }),
      ),
    removeItem: ({ params, visitor }) => changeBasket(visitor, noLine, (basket) => removeItem(context, basket, visitor.actor, params.id)),
    setGiftAid: ({ body, visitor }) =>
      changeBasket(visitor, empty, (basket) => setGiftAid(context, basket, visitor.actor, visitor.customer!.id, body)),
  }
}
