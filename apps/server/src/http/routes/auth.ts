import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import {
  requestMagicLink,
  requestPasswordReset,
  checkLogin,
  redeemOrderLink,
  redeemMagicLink,
  redeemPasswordReset,
  register,
  searchCustomer,
  createGuest,
} from '#modules/auth'
import { readBasketSummary } from '#modules/basket'
import { requireBotCheck } from '../visitor/bot-check.ts'
import type { Handlers } from '../call.ts'
import type { KnownDevices } from '../visitor/known-devices.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'
import { readSession } from './site.ts'

export function authHandlers(context: AppContext, devices: KnownDevices): Handlers<typeof contract.auth> {
  const { db, brand, throttle } = context
  /** Resets the failed attempts that locked an account once it is unlocked. */
  const forgive = (email: string) => Promise.all([throttle.reset('login-account', email), throttle.reset('login-wrong', email)])
  return {
    botCheck: async () => ok((await context.botCheck?.offer()) ?? { kind: 'none' as const }),
    lookup: async ({ body, request }) => {
      const refused = (await throttle('lookup', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (refused) return fail(refused)
      const found = brand.login.searchesCustomers ? await searchCustomer(db, body.email) : ok(undefined)
      return found.ok ? ok({ next: 'password' as const }) : found
    },
    login: async ({ body, visitor, request, reply }) => {
      const device = devices.deviceOf(request, body.email)
      // After too many failed attempts a known browser counts as unknown.
      const isKnown = device !== undefined && !(await throttle('login-device', device))
      const refused =
        (isKnown ? undefined : await throttle('login-account', body.email)) ??
        (await throttle('login-address', networkOf(request.ip))) ??
        (await requireBotCheck(context, request, body.proof))
      if (refused) return fail(refused)
      const login = await checkLogin(db, body.email, body.password, request.id, isKnown)
      // An unknown address locks too: otherwise the lock would reveal which addresses have accounts.
      if (!login.ok) return (await throttle('login-wrong', body.email)) ? fail(problem('account-locked')) : login
      await throttle.reset('login-wrong', body.email)
      if (device !== undefined) await throttle.reset('login-device', device)
      devices.remember(request, reply, body.email)
      await visitor.signIn(login.value)
      return ok(await readSession(context, visitor))
    },
    guest: async ({ body, visitor, request }) => {
      if (brand.login.style !== 'guest') return fail(problem('not-allowed'))
      const refused = (await throttle('guest', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (refused) return fail(refused)
      if (brand.registration.required.includes('phone') && !body.phone) return fail(problem('invalid-input', { fields: ['phone'] }))
      if ((await readBasketSummary(context, visitor.basketId)).count === 0) return fail(problem('basket-empty'))
      await visitor.signIn(await createGuest(db, body, { requestId: request.id, locale: visitor.locale }), true)
      return ok(await readSession(context, visitor))
    },
    openOrder: async ({ body, visitor, request }) => {
      const refused = await throttle('open-order', networkOf(request.ip))
      if (refused) return fail(refused)
      const entered = await redeemOrderLink(db, body.token)
      if (!entered.ok) return entered
      if (visitor.customer?.id !== entered.value.customer) await visitor.viewAsGuest(entered.value.customer)
      return ok({ order: entered.value.order, session: await readSession(context, visitor) })
    },
    logout: async ({ visitor }) => {
      await visitor.signOut()
      return ok(await readSession(context, visitor))
    },
    register: async ({ body: { proof, ...registration }, visitor, request, reply }) => {
      const refused = (await throttle('register', networkOf(request.ip))) ?? (await requireBotCheck(context, request, proof))
      if (refused) return fail(refused)
      const isWelcomed = await throttle.mayMail('mail.welcome', registration.email)
      const registered = await register(db, brand, registration, { requestId: request.id, locale: visitor.locale, isWelcomed })
      if (!registered.ok) return registered
      devices.remember(request, reply, registration.email)
      await visitor.signIn(registered.value)
      return ok(await readSession(context, visitor))
    },
    magicLink: async ({ body, visitor, request }) => {
      if (brand.login.style !== 'streamlined') return fail(problem('not-allowed'))
      const refused = (await throttle('reset-address', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (refused) return fail(refused)
      const askedIn = await visitor.ensureSession()
      // Mails above the limit of an address are dropped silently: the reply is the same for all visitors.
      if (await throttle.mayMail('mail.magic-link', body.email))
        await requestMagicLink(db, { email: body.email, locale: visitor.locale, askedIn })
      return ok({ asked: true as const })
    },
    redeemMagicLink: async ({ body, visitor, request }) => {
      const refused = await throttle('redeem', networkOf(request.ip))
      if (refused) return fail(refused)
      const redeemed = await redeemMagicLink(db, { ...body, session: visitor.session }, request.id)
      if (!redeemed.ok) return redeemed
      await forgive(redeemed.value.email)
      await visitor.signIn(redeemed.value.customer)
      return ok(await readSession(context, visitor))
    },
    resetPassword: async ({ body, visitor, request }) => {
      const refused = (await throttle('reset-address', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (refused) return fail(refused)
      if (await throttle.mayMail('mail.password-reset', body.email)) await requestPasswordReset(db, body.email, visitor.locale)
      return ok({ asked: true as const })
    },
    redeemReset: async ({ body, visitor, request }) => {
      const refused = await throttle('redeem', networkOf(request.ip))
      if (refused) return fail(refused)
      const reset = await redeemPasswordReset(db, brand, body, request.id)
      if (!reset.ok) return reset
      await forgive(reset.value.email)
      if (visitor.customer?.id === reset.value.customer) await visitor.signOut()
      return ok(await readSession(context, visitor))
    },
  }
}
