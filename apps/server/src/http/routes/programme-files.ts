import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, contract } from '@playhouse/api-client/contract'
import { type RawSheet, readProgramme, writeJsonSheets } from '@playhouse/domain/programme-file'
import { type ImportSummary, summaryOf } from '@playhouse/domain/programme-import'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { exportProgramme, importProgramme } from '#modules/planning'
import { closest, readSheetFile, writeWorkbook } from '#modules/spreadsheet'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

type Files = BodyOf<typeof contract.programmeFiles.preview>['files']

/** Handlers of the programme as spreadsheets. The contract names the permission of each. */
export function programmeFileHandlers(context: AppContext): Handlers<typeof contract.programmeFiles> {
  const run = async (
    request: FastifyRequest,
    files: Files,
    options: { readonly isPreview: boolean; readonly reason?: string | undefined },
  ): Promise<Result<ImportSummary, Problem<'spreadsheet-refused'>>> => {
    const sheets = await sheetsOf(files)
    if (!sheets.ok) return sheets
    const deps = { ...context, timeZone: context.brand.timeZone, memberships: context.brand.memberships.map(({ id }) => id) }
    const report = await importProgramme(deps, await plannerOf(context, request), readProgramme(sheets.value, closest), options)
    return ok(summaryOf(report))
  }
  const download = (reply: FastifyReply, ending: string): void =>
    void reply.header('content-disposition', `attachment; filename="programme.${ending}"`)
  return {
    preview: ({ body: { files }, request }) => run(request, files, { isPreview: true }),
    import: async ({ body: { files, reason }, request }) =>
      showChange(context, request, await run(request, files, { isPreview: false, reason })),
    workbook: async ({ reply }) => {
      download(reply, 'xlsx')
      return ok(await writeWorkbook(await exportProgramme(context.db)))
    },
    json: async ({ reply }) => {
      download(reply, 'json')
      return ok(Buffer.from(writeJsonSheets(await exportProgramme(context.db))))
    },
  }
}

async function sheetsOf(files: Files): Promise<Result<RawSheet[], Problem<'spreadsheet-refused'>>> {
  const sheets: RawSheet[] = []
  for (const { name, file } of files) {
    const read = await readSheetFile({ bytes: Buffer.from(file, 'base64'), name: name.replace(/\.[^.]*$/, '') })
    if (!read.ok) return fail(problem('spreadsheet-refused', { file: name, reason: read.error }))
    sheets.push(...read.value)
  }
  return ok(sheets)
}
