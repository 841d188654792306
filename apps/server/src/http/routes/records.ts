import type { FastifyRequest } from 'fastify'
import type { CatalogueRecord, contract } from '@playhouse/api-client/contract'
import { nameOfRecord } from '@playhouse/domain/record'
import { type RecordKind, recordKindRules } from '@playhouse/domain/record-kind'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { countRecords, listRecords, readRecord, readRecordNames, saveRecord, setRecordSale } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'
import { sessionProblem } from '../visitor/staff-session.ts'

/** Handlers of the records of the catalogue. */
export function recordHandlers(context: AppContext): Handlers<typeof contract.records> {
  const { db } = context
  const read = async (of: { readonly kind: RecordKind; readonly id: string }): Promise<Result<CatalogueRecord, Problem>> => {
    const found = await readRecord(context, of)
    if (!found) return fail(problem('page-not-found'))
    const { isWithdrawn, ...record } = found.record
    return ok({ ...of, version: found.version, isWithdrawn, record })
  }
  /** Makes a change for a staff user who has the permission of the kind, and returns the record. */
  const change = async (
    request: FastifyRequest,
    of: { readonly kind: RecordKind; readonly id: string },
    work: (planner: Awaited<ReturnType<typeof plannerOf>>) => ReturnType<typeof saveRecord>,
  ) => {
    const { staffSession } = await counterSessionOf(context, request)
    const refusal = sessionProblem(staffSession, recordKindRules[of.kind].permission)
    if (refusal) return fail(refusal)
    const applied = await showChange(context, request, await work(await plannerOf(context, request)))
    if (!applied.ok) return applied
    const record = await read(of)
    return record.ok ? ok({ record: record.value, changeSet: applied.value.changeSet }) : record
  }
  return {
    kinds: async () => ok({ kinds: [...(await countRecords(context))] }),
    names: async () => ok(await readRecordNames(db)),
    all: async ({ params: { kind } }) => {
      const records = await listRecords(context, kind)
      return ok({
        records: records.map(({ id, record, version }) => ({ id, name: nameOfRecord(record), isWithdrawn: record.isWithdrawn, version })),
      })
    },
    one: ({ params }) => read(params),
    save: ({ params, body, request }) => change(request, params, (planner) => saveRecord(context, planner, params, body)),
    setSale: ({ params, body, request }) => change(request, params, (planner) => setRecordSale(context, planner, params, body)),
  }
}
