import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { readBasketSummary } from '#modules/basket'
import { listDonations } from '#modules/giving'
import { addMember, setBookingMember, readHousehold, removeMember } from '#modules/household'
import { listMemberships } from '#modules/membership'
import { changeMonthlyGift, listMonthlyGifts, startMonthlyGift, stopMonthlyGift } from '#modules/monthly-gift'
import { agreeToRenewals, stopRenewals } from '#modules/renewal'
import { listRenewals } from '#modules/series'
import { linkCard, listSubscriptions } from '#modules/subscription'
import type { Handlers, Visitor } from '../call.ts'
import { networkOf } from '../visitor/network.ts'
import type { AppContext } from '../app-context.ts'
import { entitlementOfVisitor } from './catalogue.ts'

type Me = Handlers<typeof contract.me>

/** Memberships, credit and other holdings of the customer, and their household. */
export function holdingHandlers(
  context: AppContext,
): Pick<
  Me,
  | 'memberships'
  | 'startAutoRenewal'
  | 'stopAutoRenewal'
  | 'subscriptions'
  | 'linkSubscriptionCard'
  | 'seriesRenewals'
  | 'giving'
  | 'monthlyGifts'
  | 'startMonthlyGift'
  | 'changeMonthlyGift'
  | 'stopMonthlyGift'
  | 'household'
  | 'addMember'
  | 'removeMember'
  | 'bookFor'
> {
  const { db, brand } = context
  const household = async ({ customer }: Visitor) => {
    const { id, first_name: firstName, last_name: lastName } = customer!
    return ok(await readHousehold(db, { id, firstName, lastName }))
  }
  const gifts = async ({ customer }: Visitor) => ok({ gifts: await listMonthlyGifts(db, customer!.id) })
  const memberships = async ({ customer }: Visitor) => {
    const { id: customerId, first_name: firstName, last_name: lastName } = customer!
    const member = { customerId, customerName: `${firstName} ${lastName}`.trim() }
    return ok({ memberships: (await listMemberships(db, brand, customerId)).map((held) => ({ ...held, ...member })) })
  }
  return {
    memberships: ({ visitor }) => memberships(visitor),
    startAutoRenewal: async ({ visitor, params, body }) => {
      const rejection = await context.throttle('renewal', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const agreed = await agreeToRenewals(
        context,
        visitor.customer!.id,
        { term: params.id, locale: visitor.locale, ...body },
        visitor.actor,
      )
      return agreed.ok ? memberships(visitor) : agreed
    },
    stopAutoRenewal: async ({ visitor, params }) => {
      const rejection = await context.throttle('renewal', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const stopped = await stopRenewals(context, visitor.customer!.id, params.id, visitor.actor)
      return stopped.ok ? memberships(visitor) : stopped
    },
    seriesRenewals: async ({ visitor }) =>
      ok({ renewals: await listRenewals(context, visitor.customer!.id, await entitlementOfVisitor(context, visitor)) }),
    subscriptions: async ({ visitor }) => ok({ subscriptions: await listSubscriptions(db, visitor.customer!.id) }),
    linkSubscriptionCard: async ({ visitor, body, request }) => {
      if (!context.brand.flexSubscriptions) return fail(problem('page-not-found'))
      const { id: customer } = visitor.customer!
      const network = networkOf(request.ip)
      const { throttle } = context
      const rejection =
        (await throttle('card-customer', customer)) ??
        (await throttle('card-customer-day', customer)) ??
        (await throttle('card-network', network))
      if (rejection) return fail(rejection)
      const linked = await linkCard(db, customer, body.number, visitor.actor)
      if (!linked.ok) return linked
      await Promise.all([
        throttle.uncount('card-customer', customer),
        throttle.uncount('card-customer-day', customer),
        throttle.uncount('card-network', network),
      ])
      return ok({ subscription: linked.value })
    },
    giving: async ({ visitor }) => ok({ entries: await listDonations(db, visitor.customer!.id) }),
    monthlyGifts: ({ visitor }) => gifts(visitor),
    startMonthlyGift: async ({ visitor, body }) => {
      const rejection = await context.throttle('renewal', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const started = await startMonthlyGift(context, visitor.customer!.id, { ...body, locale: visitor.locale }, visitor.actor)
      return started.ok ? gifts(visitor) : started
    },
    changeMonthlyGift: async ({ visitor, params, body }) => {
      const rejection = await context.throttle('renewal', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const changed = await changeMonthlyGift(context, visitor.customer!.id, params.id, body.amount, visitor.actor)
      return changed.ok ? gifts(visitor) : changed
    },
    stopMonthlyGift: async ({ visitor, params }) => {
      const rejection = await context.throttle('renewal', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const stopped = await stopMonthlyGift(context, visitor.customer!.id, params.id, visitor.actor)
      return stopped.ok ? gifts(visitor) : stopped
    },
    household: ({ visitor }) => household(visitor),
    addMember: async ({ visitor, body }) =>
      (await addMember(db, visitor.customer!.id, body, visitor.actor)) ? household(visitor) : fail(problem('details-not-updated')),
    removeMember: async ({ visitor, params }) =>
      (await removeMember(db, visitor.customer!.id, params.id, visitor.actor)) ? household(visitor) : fail(problem('page-not-found')),
    bookFor: async ({ visitor, body }) => {
      // The basket is frozen while it is paid, including the household member that it is booked for.
      if ((await readBasketSummary(context, visitor.basketId)).state === 'paying') return fail(problem('basket-paying'))
      return (await setBookingMember(db, visitor.customer!.id, body.booking, visitor.actor))
        ? household(visitor)
        : fail(problem('page-not-found'))
    },
  }
}
