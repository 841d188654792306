import { z } from 'zod'
import { agentReturnSchema } from '@playhouse/domain/agent-return'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { sheetFileSchema, sheetFilesLimit } from './sheet-files.ts'

const ofAgent = z.strictObject({ agent: slugSchema })
const returnFile = z.strictObject({ file: sheetFileSchema })

const allocationSchema = z.strictObject({
  instance: slugSchema,
  event: slugSchema,
  title: z.string(),
  startsAt: instantSchema,
  timeZone: z.string(),
  note: z.string(),
  /** When the seats go on sale; null where a person ends the lock. */
  releaseAt: instantSchema.nullable(),
  /** In the order of the plan. */
  seats: z.array(z.strictObject({ area: z.string(), row: z.string(), number: z.string() })),
})
/** Seats of a performance that are locked for an agent. */
export type Allocation = z.infer<typeof allocationSchema>

/** The most orders of one reply with an agent's sales. */
export const maxAgentSales = 2_000

const agentSaleSchema = z.strictObject({
  /** The number of the order. */
  order: z.string(),
  /** The number of the sale at the agent; empty without one. */
  reference: z.string(),
  performance: z.strictObject({ instance: slugSchema, title: z.string(), startsAt: instantSchema, timeZone: z.string() }),
  /** When the return file was entered, and by when the agent pays: days of the theatre. */
  enteredOn: z.iso.date(),
  dueOn: z.iso.date(),
  /** Tickets that are valid, and tickets that staff refunded. The sums leave the refunded ones out. */
  count: z.int().nonnegative(),
  returned: z.int().nonnegative(),
  ...{ gross: moneySchema, commission: moneySchema, net: moneySchema },
})
/** An order of seats that an agent sold. */
export type AgentSaleOrder = z.infer<typeof agentSaleSchema>

/** Endpoints of staff for agents. Their records are those of the catalogue, and their seats are locks. */
export const agents = {
  allocations: endpoint('GET', '/staff/agents/:agent/allocations', {
    summary: 'The seats that are locked for an agent, of performances that have not begun, the first performance first',
    access: 'staff',
    permission: 'read-programme',
    params: ofAgent,
    reply: z.strictObject({ allocations: z.array(allocationSchema) }),
    problems: ['not-allowed', 'page-not-found'],
  }),
  sales: endpoint('GET', '/staff/agents/:agent/sales', {
    summary:
      'What an agent sold by return files that were entered from one day until another, the newest first, with the commission of that time; at most 2,000 orders',
    access: 'staff',
    permission: 'enter-agent-sales',
    params: ofAgent,
    query: z.strictObject({ from: z.iso.date().optional(), until: z.iso.date().optional() }),
    reply: z.strictObject({ sales: z.array(agentSaleSchema), hasMore: z.boolean() }),
    problems: ['not-allowed', 'page-not-found'],
  }),
  previewReturn: endpoint('POST', '/staff/agents/:agent/returns/preview', {
    summary: 'What the return file of an agent would sell, or everything that is wrong in it. `spreadsheet-refused` for another file',
    access: 'staff',
    permission: 'enter-agent-sales',
    params: ofAgent,
    bodyLimit: sheetFilesLimit,
    body: returnFile,
    reply: agentReturnSchema,
    problems: ['not-allowed', 'page-not-found', 'spreadsheet-refused'],
  }),
  enterReturn: endpoint('POST', '/staff/agents/:agent/returns', {
    summary:
      'Sell the seats that an agent reports as sold, as orders on account. Nothing is sold where anything in the file is wrong: see `problems` of the reply. It can run again',
    access: 'staff',
    permission: 'enter-agent-sales',
    params: ofAgent,
    bodyLimit: sheetFilesLimit,
    body: returnFile,
    reply: agentReturnSchema,
    problems: ['not-allowed', 'page-not-found', 'spreadsheet-refused'],
  }),
} as const
