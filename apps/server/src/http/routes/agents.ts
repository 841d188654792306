import type { FastifyRequest } from 'fastify'
import type { BodyOf, contract } from '@playhouse/api-client/contract'
import { type AgentReturnSummary, readAgentReturn } from '@playhouse/domain/agent-return'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { enterAgentReturn, listAgentSales } from '#modules/agent'
import { listAllocations } from '#modules/planning'
import { closest, readSourceFile } from '#modules/spreadsheet'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'

/** Handlers of agents. The contract names the permission of each. */
export function agentHandlers(context: AppContext): Handlers<typeof contract.agents> {
  const enter = async (
    request: FastifyRequest,
    agent: string,
    { name, file }: BodyOf<typeof contract.agents.enterReturn>['file'],
    isPreview: boolean,
  ): Promise<Result<AgentReturnSummary, Problem<'page-not-found' | 'spreadsheet-refused'>>> => {
    const read = await readSourceFile({ bytes: Buffer.from(file, 'base64'), name })
    if (!read.ok) return fail(problem('spreadsheet-refused', read.error))
    const [source, ...more] = read.value
    if (source?.kind !== 'sheets' || more.length > 0) return fail(problem('spreadsheet-refused', { file: name, reason: 'malformed' }))
    const { staff, actor } = await plannerOf(context, request)
    const entry = { agent, fileName: name, staff, actor, isPreview }
    const summary = await enterAgentReturn(context, entry, readAgentReturn(source.sheets, closest))
    return summary ? ok(summary) : fail(problem('page-not-found'))
  }
  return {
    allocations: async ({ params }) => {
      const allocations = await listAllocations(context, params.agent)
      return allocations ? ok({ allocations }) : fail(problem('page-not-found'))
    },
    sales: async ({ params, query }) => {
      const sales = await listAgentSales(context, params.agent, query)
      return sales ? ok(sales) : fail(problem('page-not-found'))
    },
    previewReturn: ({ params, body, request }) => enter(request, params.agent, body.file, true),
    enterReturn: ({ params, body, request }) => enter(request, params.agent, body.file, false),
  }
}
