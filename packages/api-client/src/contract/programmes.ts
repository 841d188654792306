import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { maxProgrammeCodeLength, programmeSchema } from '@playhouse/domain/programme'
import { instanceSummarySchema } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { titleFields } from './shared-fields.ts'

const ofProgramme = z.strictObject({ programme: slugSchema })

const programmeViewSchema = programmeSchema.pick({ id: true, name: true, text: true }).extend({
  /** Whether this session has opened it with an access code. */
  isOpened: z.boolean(),
  /** Its performances that are not over, the earliest first; none before it is opened. */
  performances: z.array(instanceSummarySchema.extend(titleFields)),
})
/** A programme as one customer sees it. */
export type ProgrammeView = z.infer<typeof programmeViewSchema>

/** Endpoints of closed sales, whose access codes open hidden performances. */
export const programmes = {
  read: endpoint('GET', '/programmes/:programme', {
    summary: 'A programme, with its performances once this session has opened it',
    access: 'customer',
    params: ofProgramme,
    reply: programmeViewSchema,
    problems: ['login-required', 'not-allowed'],
  }),
  open: endpoint('POST', '/programmes/:programme/code', {
    summary: 'Open a programme for this session; the code must be for the last name of the account',
    access: 'customer',
    params: ofProgramme,
    body: z.strictObject({ code: z.string().trim().min(1).max(maxProgrammeCodeLength) }),
    reply: programmeViewSchema,
    problems: ['login-required', 'not-allowed', 'access-code-invalid', 'programme-without-instances'],
  }),
} as const
