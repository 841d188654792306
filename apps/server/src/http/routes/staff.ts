import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract, CounterState } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, resetBasket } from '#modules/basket'
import { declareGiftAidAtCounter, withdrawGiftAidAtCounter } from '#modules/consent'
import {
  auditCustomerSearch,
  findCustomers,
  changeBasketCustomer,
  auditServing,
  readCustomerCard,
  registerAtCounter,
} from '#modules/counter'
import { changeDetails } from '#modules/customer'
import {
  beginEnrolment,
  checkSecondFactor,
  checkStaffPassword,
  confirmEnrolment,
  isEnrolled,
  refreshSecondFactor,
  type StaffSession,
  type SecretVault,
} from '#modules/staff'
import { qrModules } from '#modules/ticket'
import type { Handlers } from '../call.ts'
import { counterSessionOf, throttleSearch } from '../visitor/counter-session.ts'
import type { KnownDevices } from '../visitor/known-devices.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'
import { closeStaffSession, confirmStaffSession, startStaffSession, staffSessionOf } from '../visitor/staff-session.ts'

export function staffHandlers(context: AppContext, vault: SecretVault, devices: KnownDevices): Handlers<typeof contract.staff> {
  const { db, brand, throttle } = context
  const tooManyCodes = async ({ staff }: StaffSession) =>
    (await throttle('staff-code', staff.id)) ?? (await throttle('staff-code-day', staff.id))
  /** Both factors were shown: the tries that led here count no more, and the browser is known from now on. */
  const welcome = async ({ staff }: StaffSession, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const device = devices.deviceOf(request, staff.email)
    await Promise.all([
      throttle.reset('staff-code', staff.id),
      throttle.uncount('staff-code-day', staff.id),
      throttle.reset('staff-account', staff.email),
      device !== undefined && throttle.reset('staff-device', device),
    ])
    devices.remember(request, reply, staff.email)
  }
  /** Changes the Gift Aid declaration of the current customer. `customer`: the one on the screen, which another window may have changed. */
  const changeGiftAid = async (
    request: FastifyRequest,
    customer: string,
    work: (recorder: { readonly staff: string; readonly actor: Actor }) => Promise<Result<unknown, Problem>>,
  ): Promise<Result<CounterState, Problem>> => {
    const counter = await counterSessionOf(context, request)
    const { staff, customerId } = counter.staffSession
    if (!brand.features.giftAid) return fail(problem('page-not-found'))
    if (customerId !== customer) return fail(problem('no-customer'))
    const changed = await work({ staff: staff.id, actor: counter.actor })
    return changed.ok ? ok(await counter.read()) : changed
  }
  return {
    signIn: async ({ body, request, reply }) => {
      const device = devices.deviceOf(request, body.email)
      const isKnown = device !== undefined && !(await throttle('staff-device', device))
      const refused =
        (isKnown ? undefined : await throttle('staff-account', body.email)) ?? (await throttle('staff-address', networkOf(request.ip)))
      if (refused) return fail(refused)
      const known = await checkStaffPassword(db, body.email, body.password, request.id, isKnown)
      if (!known.ok) return known
      await startStaffSession(request, reply, known.value.id)
      return ok({ next: isEnrolled(known.value) ? ('code' as const) : ('enrol' as const) })
    },
    enrol: async ({ request }) => {
      const staffSession = await staffSessionOf(request)
      const enrolment = staffSession && !staffSession.isVerified && (await beginEnrolment(db, vault, staffSession, brand.name))
      if (!enrolment) return fail(problem('not-allowed'))
      return ok({ secret: enrolment.secret, modules: qrModules(enrolment.address) })
    },
    confirmEnrolment: async ({ body, request, reply }) => {
      const staffSession = await staffSessionOf(request)
      if (!staffSession || staffSession.isVerified || isEnrolled(staffSession.staff)) return fail(problem('not-allowed'))
      const refused = await tooManyCodes(staffSession)
      if (refused) return fail(refused)
      const recoveryCodes = await confirmEnrolment(db, vault, staffSession, body.code, request.id)
      if (!recoveryCodes) return fail(problem('login-failed'))
      await welcome(staffSession, request, reply)
      await confirmStaffSession(request, reply, staffSession)
      return ok({ recoveryCodes: [...recoveryCodes] })
    },
    prove: async ({ body, request, reply }) => {
      const staffSession = await staffSessionOf(request)
      if (!staffSession || staffSession.isVerified) return fail(problem('not-allowed'))
      const refused = await tooManyCodes(staffSession)
      if (refused) return fail(refused)
      if (!(await checkSecondFactor(db, vault, staffSession, body.code, request.id))) return fail(problem('login-failed'))
      await welcome(staffSession, request, reply)
      const proved = await confirmStaffSession(request, reply, staffSession)
      return ok(await (await counterSessionOf(context, request, proved)).read())
    },
    proveAgain: async ({ body, request }) => {
      const { staffSession } = await counterSessionOf(context, request)
      const refused = await tooManyCodes(staffSession)
      if (refused) return fail(refused)
      if (!(await checkSecondFactor(db, vault, staffSession, body.code, request.id))) return fail(problem('login-failed'))
      await throttle.reset('staff-code', staffSession.staff.id)
      await refreshSecondFactor(db, staffSession.key)
      return ok({ proved: true as const })
    },
    signOut: async ({ request, reply }) => {
      const counter = await counterSessionOf(context, request)
      // A basket that is being paid for ends by itself.
      if (counter.basketId !== undefined) await resetBasket(context, counter.basketId, counter.actor)
      await closeStaffSession(request, reply, counter.staffSession)
      return ok({ signedOut: true as const })
    },
    desk: async ({ request }) => ok(await (await counterSessionOf(context, request)).read()),
    findCustomers: async ({ body, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const refused = await throttleSearch(context, staffSession)
      if (refused) return fail(refused)
      const found = await findCustomers(db, body.query)
      await auditCustomerSearch(db, staffSession.staff.id, found.ok ? found.value : { customers: [], guestOrders: [] }, actor)
      if (!found.ok) return found
      const guestOrders = found.value.guestOrders.map(({ customer: _, ...order }) => order)
      return ok({ ...found.value, guestOrders })
    },
    registerCustomer: async ({ body, visitor, request }) => {
      const counter = await counterSessionOf(context, request)
      const registered = await registerAtCounter(db, body, visitor.locale, counter.actor)
      if (!registered.ok) return registered
      if (counter.basketId !== undefined) {
        const handed = await changeBasketCustomer(context, counter.basketId, registered.value, counter.actor)
        if (!handed.ok) return handed
      }
      await counter.setCustomer(registered.value)
      return ok(await counter.read())
    },
    actFor: async ({ body, request }) => {
      const counter = await counterSessionOf(context, request)
      if (body.customer !== null && !(await readCustomerCard(context, body.customer))) return fail(problem('no-customer'))
      if (counter.basketId !== undefined) {
        const handed = await changeBasketCustomer(context, counter.basketId, body.customer, counter.actor)
        if (!handed.ok) return handed
      }
      await counter.setCustomer(body.customer)
      if (body.customer !== null) await auditServing(context, body.customer, counter.actor)
      return ok(await counter.read())
    },
    changeBirthDate: async ({ body, request }) => {
      const counter = await counterSessionOf(context, request)
      const customer = counter.staffSession.customerId
      if (customer === undefined) return fail(problem('no-customer'))
      const changed = await changeDetails(db, brand, customer, { birth: { date: body.birthDate } }, counter.actor)
      return changed ? ok(await counter.read()) : fail(problem('invalid-input', { fields: ['birthDate'] }))
    },
    declareGiftAid: ({ body: { customer, ...declaration }, request }) =>
      changeGiftAid(request, customer, (recorder) => declareGiftAidAtCounter(db, customer, declaration, recorder)),
    withdrawGiftAid: ({ body: { customer }, request }) =>
      changeGiftAid(request, customer, async (recorder) => ok(await withdrawGiftAidAtCounter(db, customer, recorder))),
  }
}
