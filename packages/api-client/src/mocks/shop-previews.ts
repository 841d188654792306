import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { previewHours, previewMomentOf, previewPathOf } from '@playhouse/domain/shop-preview'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

/** Mock handlers of previews of the shop. The mock checks the choice; it serves no pages. */
export const shopPreviewHandlers = (shop: MockShop, programme: () => PlannedProgramme): MockHandlers<Contract['shopPreviews']> => ({
  open: ({ body: { event, ...choice } }) => {
    if (!programme().things.production.has(event)) return fail(problem('event-unavailable'))
    const { brand } = shop
    const moment = previewMomentOf(choice, {
      ...{ timeZone: brand.timeZone, memberships: brand.memberships.map(({ id }) => id), now: shop.now() },
    })
    if (!moment.ok) return moment
    return ok({ path: previewPathOf('mock'), until: new Date(shop.now() + previewHours * 3_600_000).toISOString() })
  },
})
