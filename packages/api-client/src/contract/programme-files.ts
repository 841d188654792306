import { z } from 'zod'
import { importSummarySchema } from '@playhouse/domain/programme-import'
import { mostSpreadsheetBytes, mostSpreadsheets } from '@playhouse/domain/spreadsheet-refusal'
import { endpoint, fileSchema } from './endpoint.ts'

/** Characters of the largest files in Base64. */
const mostText = Math.ceil(mostSpreadsheetBytes / 3) * 4
const filesSchema = z
  .array(
    z.strictObject({
      /** The sheet of a CSV file has the name of the file without its ending. */
      name: z.string().trim().min(1).max(200),
      /** The content in Base64. The format is recognised by it: XLSX, JSON or CSV. */
      file: z.string().max(mostText),
    }),
  )
  .min(1)
  .max(mostSpreadsheets)
const bodyLimit = mostText + 16_384

/** Endpoints of staff who import the programme from spreadsheets, and export it. */
export const programmeFiles = {
  preview: endpoint('POST', '/staff/programme-file/preview', {
    summary: 'What an import of a programme file would change, or everything that is wrong in it. `spreadsheet-refused` for another file',
    access: 'staff',
    permission: 'edit-programme',
    bodyLimit,
    body: z.strictObject({ files: filesSchema }),
    reply: importSummarySchema,
    problems: ['not-allowed', 'spreadsheet-refused'],
  }),
  import: endpoint('POST', '/staff/programme-file', {
    summary: 'Import a programme file as one change set. Nothing is changed where anything in it is wrong: see `problems` of the reply',
    access: 'staff',
    permission: 'import-programme',
    bodyLimit,
    body: z.strictObject({ files: filesSchema, reason: z.string().trim().min(1).max(500).optional() }),
    reply: importSummarySchema,
    problems: ['not-allowed', 'second-factor-required', 'spreadsheet-refused'],
  }),
  workbook: endpoint('GET', '/staff/programme-file.xlsx', {
    summary: 'The whole programme as a workbook that an import reads',
    access: 'staff',
    permission: 'read-programme',
    reply: fileSchema,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    problems: ['not-allowed'],
  }),
  json: endpoint('GET', '/staff/programme-file.json', {
    summary: 'The whole programme as JSON that an import reads',
    access: 'staff',
    permission: 'read-programme',
    reply: fileSchema,
    file: 'application/json',
    problems: ['not-allowed'],
  }),
} as const
