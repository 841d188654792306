import { answeredFields, type Form, faultsOf, formSchema, senderField, unknownFields } from '@playhouse/domain/form'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { FormEntry } from '#contract'
import { todayIn } from './membership.ts'
import type { MockCounter, MockStaffSession } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit, MockWorld } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'

/** A form with the productions and the performances that it is about. */
export type MockForm = { readonly form: Form; readonly productions: readonly string[]; readonly performances?: readonly string[] }

type About = { readonly id: string; readonly production: string }

/** The form of a performance, else that of its production. */
function attachedForm({ brand, forms = [] }: Pick<MockWorld, 'brand' | 'forms'>, { id, production }: About): Form | undefined {
  if (!brand.features.forms) return undefined
  const own = forms.find(({ performances = [] }) => performances.includes(id))
  return (own ?? forms.find(({ productions }) => productions.includes(production)))?.form
}

/** Title of the form of a performance; null without one. */
export const formTitleOf = (world: Pick<MockWorld, 'brand' | 'forms'>, performance: About): TranslatedText | null =>
  attachedForm(world, performance)?.title ?? null

/** Mock handlers of forms. */
export function formHandlers(shop: MockShop): MockHandlers<Contract['forms']> {
  const openForm = (instance: string): Result<Form, Problem> => {
    const performance = shop.performance(instance)
    if (!performance) return fail(problem('instance-unavailable'))
    const form = attachedForm(shop, performance)
    if (!form) return fail(problem('page-not-found'))
    if (performance.sale === 'cancelled') return fail(problem('instance-cancelled'))
    if (performance.startsAtInstant <= shop.now()) return fail(problem('instance-passed'))
    const parsed = formSchema.safeParse(form)
    return parsed.success ? ok(parsed.data) : fail(problem('form-not-loaded'))
  }
  return {
    read: ({ params: { instance } }) => {
      const form = openForm(instance)
      return form.ok ? ok({ form: form.value, today: todayIn(shop) }) : form
    },
    send: ({ params: { instance }, body: { key, answers } }) => {
      const opened = openForm(instance)
      if (!opened.ok) return opened
      const form = opened.value
      const fields = [...unknownFields(form, answers), ...Object.keys(faultsOf(form, answers, todayIn(shop)))]
      if (fields.length > 0) return fail(problem('invalid-input', { fields }))
      if (shop.formEntries.some(({ id }) => id === key)) return ok({ sent: true })
      const { id, startsAtInstant, timeZone } = shop.performance(instance)!
      const { id: event, title } = productionOf(shop, instance)
      const email = String(answers[senderField(form)!.id])
      shop.formEntries.unshift({
        ...{ id: key, form: form.form, title: form.title, email, answers: answeredFields(form, answers), answered: null },
        performance: { instance: id, event, title, startsAt: new Date(startsAtInstant).toISOString(), timeZone },
        at: new Date(shop.now()).toISOString(),
        until: new Date(shop.now() + form.keepDays * 86_400_000).toISOString(),
      })
      shop.mails.push({ to: email, text: `Form ${form.form}` })
      return ok({ sent: true })
    },
  }
}

/** Mock handlers of the entries of forms at the counter. */
export function staffFormHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['staffForms']> {
  const asStaff = <Value>(visit: MockVisit, work: (session: MockStaffSession) => Result<Value, Problem>): Result<Value, Problem> => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    return work(session.value)
  }
  return {
    list: ({ query: { form, state }, visit }) =>
      asStaff(visit, () =>
        ok({
          forms: [...Map.groupBy(shop.formEntries, (entry) => entry.form)].map(([id, entries]) => ({
            ...{ form: id, title: entries[0]!.title, unanswered: entries.filter(({ answered }) => !answered).length },
          })),
          entries: shop.formEntries.filter(
            (entry) =>
              (form === undefined || entry.form === form) && (state === undefined || (entry.answered === null) === (state === 'new')),
          ),
        }),
      ),
    mark: ({ params: { entry: id }, body: { isAnswered }, visit }) =>
      asStaff(visit, ({ staffUser }) => {
        const index = shop.formEntries.findIndex((entry) => entry.id === id)
        const stored = shop.formEntries[index]
        if (!stored) return fail(problem('page-not-found'))
        const answered = { at: new Date(shop.now()).toISOString(), by: staffUser.name }
        const entry: FormEntry = { ...stored, answered: isAnswered ? (stored.answered ?? answered) : null }
        shop.formEntries[index] = entry
        return ok({ entry })
      }),
  }
}
