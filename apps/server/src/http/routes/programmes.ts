import type { contract, ProgrammeView } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { titleOf } from '@playhouse/domain/production-texts'
import { fail, ok } from '@playhouse/domain/result'
import { findProgramme, isProgrammeCode, openProgramme } from '#modules/programme'
import type { AppContext } from '../app-context.ts'
import type { Handlers, Visitor } from '../call.ts'
import { networkOf } from '../visitor/network.ts'
import { entitlementOfVisitor, summariseInstance } from './catalogue.ts'

export function programmeHandlers(context: AppContext): Handlers<typeof contract.programmes> {
  const { brand, catalogue, db, throttle } = context
  /** The performances of a programme that are not over. */
  const listPerformances = async (programme: string) => {
    const now = await catalogue.now()
    return (await catalogue.performances()).filter((details) => details.programme === programme && details.startsAt > now)
  }
  const read = async (id: string, visitor: Visitor): Promise<ProgrammeView | undefined> => {
    const found = await findProgramme(db, id, { customer: visitor.customer!.id, session: visitor.session })
    if (!found) return undefined
    const { programme, isOpened } = found
    const entitlement = await entitlementOfVisitor(context, visitor)
    const performances = isOpened ? await listPerformances(id) : []
    return {
      ...{ id, name: programme.name, text: programme.text, isOpened },
      performances: await Promise.all(
        performances.map(async (details) => ({
          ...(await summariseInstance(context, details, entitlement)),
          ...titleOf(details.production),
        })),
      ),
    }
  }
  return {
    read: async ({ params, visitor }) => {
      const view = brand.features.programmes ? await read(params.programme, visitor) : undefined
      return view ? ok(view) : fail(problem('page-not-found'))
    },
    open: async ({ params: { programme }, body: { code }, visitor, request }) => {
      if (!brand.features.programmes) return fail(problem('page-not-found'))
      const { id: customer, last_name: lastName } = visitor.customer!
      const network = networkOf(request.ip)
      const rejection =
        (await throttle('programme-customer', customer)) ??
        (await throttle('programme-customer-day', customer)) ??
        (await throttle('programme-network', network))
      if (rejection) return fail(rejection)
      if (!(await isProgrammeCode(db, { programme, code, lastName }))) return fail(problem('access-code-invalid'))
      // A right code does not count: a school may enter it many times.
      await Promise.all([
        throttle.uncount('programme-customer', customer),
        throttle.uncount('programme-customer-day', customer),
        throttle.uncount('programme-network', network),
      ])
      if ((await listPerformances(programme)).length === 0) return fail(problem('programme-without-instances'))
      await openProgramme(db, { programme, customer, session: await visitor.ensureSession() }, visitor.actor)
      const view = await read(programme, visitor)
      return view ? ok(view) : fail(problem('access-code-invalid'))
    },
  }
}
