import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { programmeCodesChangeSchema } from '@playhouse/domain/programme-codes'
import { endpoint } from './endpoint.ts'

const codeCountsSchema = z.strictObject({
  programme: slugSchema,
  /** Codes in effect for any account. */
  forAnyone: z.int().nonnegative(),
  /** Codes in effect for one last name each. */
  forNames: z.int().nonnegative(),
})
/** The numbers of codes of a programme. The codes themselves are stored as digests, and cannot be read. */
export type ProgrammeCodeCounts = z.infer<typeof codeCountsSchema>

/** Endpoints of the access codes of programmes. */
export const programmeCodes = {
  read: endpoint('GET', '/staff/programmes/:programme/codes', {
    summary: 'The numbers of access codes of a programme',
    access: 'staff',
    permission: 'read-programme',
    params: z.strictObject({ programme: slugSchema }),
    reply: codeCountsSchema,
    problems: ['not-allowed', 'page-not-found'],
  }),
  change: endpoint('POST', '/staff/programmes/:programme/codes', {
    summary: 'Add access codes to a programme, or withdraw some. `invalid-input` names codes to withdraw that it does not have',
    access: 'staff',
    permission: 'edit-sale-windows',
    params: z.strictObject({ programme: slugSchema }),
    body: programmeCodesChangeSchema,
    reply: codeCountsSchema.extend({
      /** The codes that were added or withdrawn; those that the programme had already do not count. */
      changed: z.int().nonnegative(),
      changeSet: idSchema.nullable(),
    }),
    problems: ['not-allowed', 'second-factor-required', 'page-not-found'],
  }),
} as const
