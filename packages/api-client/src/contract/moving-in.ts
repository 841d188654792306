import { z } from 'zod'
import { movingInSummarySchema } from '@playhouse/domain/moving-in'
import { endpoint } from './endpoint.ts'
import { sheetFilesLimit, sheetFilesSchema } from './sheet-files.ts'

/** Endpoints of administrators who bring customers, balances and sold seats from another system. */
export const movingIn = {
  preview: endpoint('POST', '/staff/moving-in/preview', {
    summary: 'What moving these files in would do, or everything that is wrong in them. `spreadsheet-refused` for another file',
    access: 'staff',
    permission: 'move-in',
    bodyLimit: sheetFilesLimit,
    body: z.strictObject({ files: sheetFilesSchema }),
    reply: movingInSummarySchema,
    problems: ['not-allowed', 'second-factor-required', 'spreadsheet-refused'],
  }),
  import: endpoint('POST', '/staff/moving-in', {
    summary: 'Move files in, all or nothing, with a reconciliation. It can run again. Nothing is changed where anything in them is wrong',
    access: 'staff',
    permission: 'move-in',
    bodyLimit: sheetFilesLimit,
    body: z.strictObject({ files: sheetFilesSchema }),
    reply: movingInSummarySchema,
    problems: ['not-allowed', 'second-factor-required', 'spreadsheet-refused'],
  }),
} as const
