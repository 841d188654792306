import { z } from 'zod'
import { importSummarySchema } from '@playhouse/domain/programme-import'
import { sourceDefaultsSchema } from '@playhouse/domain/programme-source'
import { endpoint, fileSchema } from './endpoint.ts'
import { sheetFilesLimit, sheetFilesSchema } from './sheet-files.ts'

/** Endpoints of staff who import the programme from spreadsheets, calendars and events of pretix, and export it. */
export const programmeFiles = {
  preview: endpoint('POST', '/staff/programme-file/preview', {
    summary: 'What an import of a programme file would change, or everything that is wrong in it. `spreadsheet-refused` for another file',
    access: 'staff',
    permission: 'edit-programme',
    bodyLimit: sheetFilesLimit,
    body: z.strictObject({ files: sheetFilesSchema, defaults: sourceDefaultsSchema.optional() }),
    reply: importSummarySchema,
    problems: ['not-allowed', 'spreadsheet-refused'],
  }),
  import: endpoint('POST', '/staff/programme-file', {
    summary: 'Import a programme file as one change set. Nothing is changed where anything in it is wrong: see `problems` of the reply',
    access: 'staff',
    permission: 'import-programme',
    bodyLimit: sheetFilesLimit,
    body: z.strictObject({
      files: sheetFilesSchema,
      defaults: sourceDefaultsSchema.optional(),
      reason: z.string().trim().min(1).max(500).optional(),
    }),
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
  archive: endpoint('GET', '/staff/programme-file.zip', {
    summary: 'The whole programme as a folder of CSV files with the plans of halls, and images, which an import reads, as a ZIP file',
    access: 'staff',
    permission: 'read-programme',
    reply: fileSchema,
    file: 'application/zip',
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
