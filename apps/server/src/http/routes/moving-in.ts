import type { FastifyRequest } from 'fastify'
import type { BodyOf, contract } from '@playhouse/api-client/contract'
import { type MovingInSummary, summaryOfMovingIn } from '@playhouse/domain/moving-in'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { moveIn, readMovingInFiles } from '#modules/moving-in'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'

type Files = BodyOf<typeof contract.movingIn.preview>['files']

/** Handlers of moving in from another system. The contract names the permission of each. */
export function movingInHandlers(context: AppContext): Handlers<typeof contract.movingIn> {
  const run = async (
    request: FastifyRequest,
    files: Files,
    options: { readonly isPreview: boolean },
  ): Promise<Result<MovingInSummary, Problem<'spreadsheet-refused'>>> => {
    const read = await readMovingInFiles(files.map(({ name, file }) => ({ name, bytes: Buffer.from(file, 'base64') })))
    if (!read.ok) return fail(problem('spreadsheet-refused', read.error))
    const { actor } = await plannerOf(context, request)
    return ok(summaryOfMovingIn(await moveIn(context, actor, read.value, options), options))
  }
  return {
    preview: ({ body: { files }, request }) => run(request, files, { isPreview: true }),
    import: ({ body: { files }, request }) => run(request, files, { isPreview: false }),
  }
}
