import { z } from 'zod'

const basisPoints = z.int().min(0).max(10_000)

/** An agent, such as a hotel, a ticket office or a tour operator. Locks of the type `agent` name one. */
export const agentRecordSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** Who to speak to, with telephone number. */
  contact: z.string().trim().min(1).max(200).optional(),
  email: z.email().max(254).optional(),
  /** What the agent keeps of each price, in hundredths of a percent. The rest is the net price. */
  commissionBasisPoints: basisPoints,
  /** Days after the invoice until the agent pays. */
  paymentDays: z.int().min(0).max(365),
  note: z.string().trim().min(1).max(2_000).optional(),
  position: z.int().min(0).max(10_000),
})
