import { z } from 'zod'
import { flexViewSchema } from '@playhouse/domain/flex-subscription'
import { slugSchema } from '@playhouse/domain/id'
import { endpoint } from './endpoint.ts'

/** Endpoints of flexible subscriptions. */
export const subscriptions = {
  list: endpoint('GET', '/subscriptions/flex', {
    summary: 'The flexible subscriptions that are on sale or will be',
    reply: z.strictObject({ subscriptions: z.array(flexViewSchema) }),
    problems: [],
  }),
  flex: endpoint('GET', '/subscriptions/flex/:flex', {
    summary: 'A flexible subscription',
    params: z.strictObject({ flex: slugSchema }),
    reply: flexViewSchema,
    problems: ['page-not-found'],
  }),
}
