import type { FastifyRequest } from 'fastify'
import type { contract } from '@playhouse/api-client/contract'
import { faultsOf, type Form, unknownFields } from '@playhouse/domain/form'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { plainOf } from '@playhouse/domain/time'
import { listFormEntries, markFormEntry, readForm, sendForm } from '#modules/form'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { requireBotCheck } from '../visitor/bot-check.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'
import { networkOf } from '../visitor/network.ts'

export function formHandlers(context: AppContext): Handlers<typeof contract.forms> {
  const { brand, catalogue, db, throttle } = context
  const today = async (): Promise<string> =>
    plainOf(Temporal.Instant.fromEpochMilliseconds(await catalogue.now()), brand.timeZone).slice(0, 10)
  const openForm = async (instance: string): Promise<Result<Form, Problem>> => {
    const performance = await catalogue.performanceDetails(instance)
    if (!performance) return fail(problem('instance-unavailable'))
    const found = brand.features.forms && (await readForm(db, { instance, event: performance.production.id }))
    if (!found) return fail(problem('page-not-found'))
    if (performance.sale === 'cancelled') return fail(problem('instance-cancelled'))
    if (performance.startsAt <= (await catalogue.now())) return fail(problem('instance-passed'))
    return found.form ? ok(found.form) : fail(problem('form-not-loaded'))
  }
  return {
    read: async ({ params: { instance } }) => {
      const form = await openForm(instance)
      return form.ok ? ok({ form: form.value, today: await today() }) : form
    },
    send: async ({ params: { instance }, body: { key, answers, proof }, visitor, request }) => {
      const opened = await openForm(instance)
      if (!opened.ok) return opened
      const form = opened.value
      const fields = [...unknownFields(form, answers), ...Object.keys(faultsOf(form, answers, await today()))]
      if (fields.length > 0) return fail(problem('invalid-input', { fields }))
      const rejection = (await throttle('form', networkOf(request.ip))) ?? (await requireBotCheck(context, request, proof))
      if (rejection) return fail(rejection)
      const mayConfirm = (address: string): Promise<boolean> => throttle.mayMail('mail.form-received', address)
      await sendForm(db, { form, answers, performance: instance, key, locale: visitor.locale, mayConfirm })
      return ok({ sent: true as const })
    },
  }
}

export function staffFormHandlers(context: AppContext): Handlers<typeof contract.staffForms> {
  const asStaff = async <Value>(
    request: FastifyRequest,
    work: (reader: Parameters<typeof listFormEntries>[2]) => Promise<Result<Value, Problem>>,
  ): Promise<Result<Value, Problem>> => {
    const { staffSession, actor } = await counterSessionOf(context, request)
    return work({ staff: staffSession.staff.id, actor })
  }
  return {
    list: ({ query, request }) => asStaff(request, async (reader) => ok(await listFormEntries(context.db, query, reader))),
    mark: ({ params, body, request }) =>
      asStaff(request, async (reader) => {
        const entry = await markFormEntry(context.db, params.entry, body.isAnswered, reader)
        return entry ? ok({ entry }) : fail(problem('page-not-found'))
      }),
  }
}
