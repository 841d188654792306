import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { kitchenDishSchema, kitchenOrderSchema } from '@playhouse/domain/kitchen-list'
import { foodOfferSchema, foodPerformanceSchema } from '@playhouse/domain/menu'
import { endpoint } from './endpoint.ts'
import { titleFields } from './shared-fields.ts'

const foodOfEventSchema = z.strictObject({
  event: slugSchema,
  ...titleFields,
  /** Performances that are not over and have menus, in order of their start. `isOpen`: whether one of them can still be ordered. */
  performances: z.array(foodPerformanceSchema.pick({ instance: true, startsAt: true, timeZone: true }).extend({ isOpen: z.boolean() })),
})
/** The performances of a production for which food can be ordered. */
export type FoodOfEvent = z.infer<typeof foodOfEventSchema>

const kitchenListSchema = z.strictObject({
  performance: foodPerformanceSchema,
  /** In the order of their placement, without what was returned. */
  orders: z.array(kitchenOrderSchema),
  dishes: z.array(kitchenDishSchema),
})
/** What kitchen and bar prepare for a performance. */
export type KitchenList = z.infer<typeof kitchenListSchema>

const ofInstance = z.strictObject({ instance: slugSchema })

/** Endpoints of food and drink. Orders are items of the basket. */
export const food = {
  event: endpoint('GET', '/events/:event/food', {
    summary: 'The performances of a production for which food and drink can be ordered',
    params: z.strictObject({ event: slugSchema }),
    reply: foodOfEventSchema,
    problems: ['event-unavailable', 'page-not-found'],
  }),
  instance: endpoint('GET', '/instances/:instance/food', {
    summary: 'The menus of a performance, with their collection points and the guests that there is room for',
    params: ofInstance,
    reply: foodOfferSchema,
    problems: ['instance-unavailable', 'page-not-found'],
  }),
  kitchen: endpoint('GET', '/staff/instances/:instance/food', {
    summary: 'The orders of food and drink for a performance, for kitchen and bar',
    access: 'staff',
    permission: 'read-kitchen-list',
    params: ofInstance,
    reply: kitchenListSchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
}
