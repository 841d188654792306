import type { FastifyRequest } from 'fastify'
import type { contract, PlannedProduction } from '@playhouse/api-client/contract'
import { storeImage } from '#modules/image'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  addPerformance,
  addRun,
  archiveProduction,
  createProduction,
  describeRow,
  editPerformances,
  editProduction,
  listChanges,
  listPerformanceTypes,
  listProductions,
  type Planner,
  publishProduction,
  readClaims,
  readPlannedProduction,
  readPlanningOptions,
  setPerformanceType,
  undoChange,
  withdrawProduction,
} from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of the programme that staff plan. The contract names the permission of each. */
export function planningHandlers(context: AppContext): Handlers<typeof contract.planning> {
  const { db, brand } = context
  const readProduction = async (id: string): Promise<Result<PlannedProduction, Problem<'event-unavailable'>>> => {
    const production = await readPlannedProduction(context, id)
    return production ? ok(production) : fail(problem('event-unavailable'))
  }
  /** Makes a change of a production, and returns its new state. */
  const change = async (
    request: FastifyRequest,
    id: string,
    work: (planner: Planner) => Promise<Result<unknown, Problem>>,
  ): Promise<Result<PlannedProduction, Problem>> => {
    const result = await showChange(context, request, await work(await plannerOf(context, request)))
    return result.ok ? readProduction(id) : result
  }
  return {
    options: async () => ok({ ...(await readPlanningOptions(context)), timeZone: brand.timeZone }),
    productions: async () => ok({ productions: await listProductions(db) }),
    production: ({ params }) => readProduction(params.event),
    createProduction: ({ body, request }) =>
      change(request, body.production.id, (planner) => createProduction(context, planner, body.production, body)),
    editProduction: ({ params, body, request }) =>
      change(request, params.event, (planner) => editProduction(context, planner, params.event, body)),
    uploadImage: async ({ body, request }) => {
      const { staff } = await plannerOf(context, request)
      return storeImage(db, staff, Buffer.from(body.file, 'base64'))
    },
    publish: ({ params, body, request }) =>
      change(request, params.event, (planner) => publishProduction(context, planner, params.event, body)),
    withdraw: ({ params, body, request }) =>
      change(request, params.event, (planner) => withdrawProduction(context, planner, params.event, body)),
    archive: ({ params, body, request }) =>
      change(request, params.event, (planner) => archiveProduction(context, planner, params.event, body)),
    addPerformance: ({ params: { event }, body, request }) =>
      change(request, event, async (planner) => {
        const production = await readProduction(event)
        return production.ok ? addPerformance(context, planner, { ...body.performance, production: event }, body) : production
      }),
    addRun: async ({ params, body, request }) =>
      showChange(context, request, await addRun(context, await plannerOf(context, request), params.event, body)),
    editPerformances: async ({ body, request }) => {
      const edited = await showChange(context, request, await editPerformances(context, await plannerOf(context, request), body))
      if (!edited.ok) return edited
      const { rows, changeSet } = edited.value
      const claims = await readClaims(
        db,
        rows.map(({ id }) => id),
      )
      return ok({ changeSet, rows: rows.map((row) => ({ ...describeRow(row), ...(claims.get(row.id) ?? { tickets: 0, inBaskets: 0 }) })) })
    },
    performanceTypes: async () => ok({ types: await listPerformanceTypes(db) }),
    setPerformanceType: async ({ params, body, request }) =>
      setPerformanceType(context, await plannerOf(context, request), { ...body.type, id: params.type }, body),
    changes: async ({ query }) => ok(await listChanges(db, brand.defaultLocale, query)),
    undo: async ({ params, body, request }) => {
      const undone = await showChange(
        context,
        request,
        await undoChange(context, await plannerOf(context, request), params.change, body.reason),
      )
      return undone.ok ? ok({ changeSet: undone.value }) : undone
    },
  }
}
