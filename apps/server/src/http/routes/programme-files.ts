import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, contract } from '@playhouse/api-client/contract'
import { writeJsonSheets } from '@playhouse/domain/programme-file'
import { type ImportSummary, summaryOf } from '@playhouse/domain/programme-import'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Source, SourceDefaults } from '@playhouse/domain/programme-source'
import { exportFolder, exportProgramme, type Importer, importSources } from '#modules/planning'
import { pack, readSourceFile, writeWorkbook } from '#modules/spreadsheet'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

type Files = BodyOf<typeof contract.programmeFiles.preview>['files']

/** Handlers of the programme as spreadsheets. The contract names the permission of each. */
export function programmeFileHandlers(context: AppContext): Handlers<typeof contract.programmeFiles> {
  const importFiles: Importer = context.importFiles ?? ((...task) => importSources(context, ...task))
  const run = async (
    request: FastifyRequest,
    files: Files,
    options: { readonly isPreview: boolean; readonly reason?: string | undefined; readonly defaults?: SourceDefaults | undefined },
  ): Promise<Result<ImportSummary, Problem<'spreadsheet-refused'>>> => {
    const sources = await sourcesOf(files)
    if (!sources.ok) return sources
    return ok(summaryOf(await importFiles(await plannerOf(context, request), sources.value, options)))
  }
  const download = (reply: FastifyReply, ending: string): void =>
    void reply.header('content-disposition', `attachment; filename="programme.${ending}"`)
  return {
    preview: ({ body: { files, defaults }, request }) => run(request, files, { isPreview: true, defaults }),
    import: async ({ body: { files, reason, defaults }, request }) =>
      showChange(context, request, await run(request, files, { isPreview: false, reason, defaults })),
    workbook: async ({ reply }) => {
      download(reply, 'xlsx')
      return ok(await writeWorkbook(await exportProgramme(context.db)))
    },
    archive: async ({ reply }) => {
      download(reply, 'zip')
      return ok(await pack(exportFolder(context.db)))
    },
    json: async ({ reply }) => {
      download(reply, 'json')
      return ok(Buffer.from(writeJsonSheets(await exportProgramme(context.db))))
    },
  }
}

async function sourcesOf(files: Files): Promise<Result<Source[], Problem<'spreadsheet-refused'>>> {
  const sources: Source[] = []
  for (const { name, file } of files) {
    const read = await readSourceFile({ bytes: Buffer.from(file, 'base64'), name })
    if (!read.ok) return fail(problem('spreadsheet-refused', read.error))
    for (const source of read.value) sources.push(source)
  }
  return ok(sources)
}
