import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { foodPerformanceSchema } from '@playhouse/domain/menu'
import { tableOfferSchema } from '@playhouse/domain/sitting'
import { bookedTableSchema } from '@playhouse/domain/table-list'
import { endpoint } from './endpoint.ts'

const tableListSchema = z.strictObject({
  performance: foodPerformanceSchema,
  /** In the order of their placement, without what was returned. */
  tables: z.array(bookedTableSchema),
})
/** The booked tables of a performance. */
export type TableList = z.infer<typeof tableListSchema>

const ofInstance = z.strictObject({ instance: slugSchema })

/** Endpoints of the theatre's own restaurants. Booked tables are items of the basket. */
export const tables = {
  sittings: endpoint('GET', '/instances/:instance/tables', {
    summary: 'The sittings of a performance, with the tables that are free',
    params: ofInstance,
    reply: tableOfferSchema,
    problems: ['instance-unavailable', 'page-not-found'],
  }),
  booked: endpoint('GET', '/staff/instances/:instance/tables', {
    summary: 'The booked tables of a performance, for the restaurant',
    access: 'staff',
    permission: 'read-kitchen-list',
    params: ofInstance,
    reply: tableListSchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
}
