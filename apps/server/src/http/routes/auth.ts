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
      const rejection = (await throttle('lookup', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (rejection) return fail(rejection)
      const searchResult = brand.login.searchesCustomers ? await searchCustomer(db, body.email) : ok(undefined)
      return searchResult.ok ? ok({ next: 'password' as const }) : searchResult
    },
    login: async ({ body, visitor, request, reply }) => {
      const device = devices.deviceOf(request, body.email)
      // After too many failed attempts a known browser counts as unknown.
      const isKnown = device !== undefined && !(await throttle('login-device', device))
      const rejection =
        (isKnown ? undefined : await throttle('login-account', body.email)) ??
        (await throttle('login-address', networkOf(request.ip))) ??
        (await requireBotCheck(context, request, body.proof))
      if (rejection) return fail(rejection)
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
      const rejection = (await throttle('guest', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (rejection) return fail(rejection)
      if (brand.registration.required.includes('phone') && !body.phone) return fail(problem('invalid-input', { fields: ['phone'] }))
      const { count, items } = await readBasketSummary(context, visitor.basketId)
      if (count + items === 0) return fail(problem('basket-empty'))
      await visitor.signIn(await createGuest(db, body, { requestId: request.id, locale: visitor.locale }), true)
      return ok(await readSession(context, visitor))
    },
    openOrder: async ({ body, visitor, request }) => {
      const rejection = await throttle('open-order', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const entry = await redeemOrderLink(db, body.token)
      if (!entry.ok) return entry
      if (visitor.customer?.id !== entry.value.customer) await visitor.viewAsGuest(entry.value.customer)
      return ok({ order: entry.value.order, session: await readSession(context, visitor) })
    },
    logout: async ({ visitor }) => {
      await visitor.signOut()
      return ok(await readSession(context, visitor))
    },
    register: async ({ body: { proof, ...registration }, visitor, request, reply }) => {
      const rejection = (await throttle('register', networkOf(request.ip))) ?? (await requireBotCheck(context, request, proof))
      if (rejection) return fail(rejection)
      const isWelcomed = await throttle.mayMail('mail.welcome', registration.email)
      const registrationResult = await register(db, brand, registration, { requestId: request.id, locale: visitor.locale, isWelcomed })
      if (!registrationResult.ok) return registrationResult
      devices.remember(request, reply, registration.email)
      await visitor.signIn(registrationResult.value)
      return ok(await readSession(context, visitor))
    },
    magicLink: async ({ body, visitor, request }) => {
      if (brand.login.style !== 'streamlined') return fail(problem('not-allowed'))
      const rejection = (await throttle('reset-address', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (rejection) return fail(rejection)
      const askedIn = await visitor.ensureSession()
      // Mails above the limit of an address are dropped silently: the reply is the same for all visitors.
      if (await throttle.mayMail('mail.magic-link', body.email))
        await requestMagicLink(db, { email: body.email, locale: visitor.locale, askedIn })
      return ok({ asked: true as const })
    },
    redeemMagicLink: async ({ body, visitor, request }) => {
      const rejection = await throttle('redeem', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const redeemedLink = await redeemMagicLink(db, { ...body, session: visitor.session }, request.id)
      if (!redeemedLink.ok) return redeemedLink
      await forgive(redeemedLink.value.email)
      await visitor.signIn(redeemedLink.value.customer)
      return ok(await readSession(context, visitor))
    },
    resetPassword: async ({ body, visitor, request }) => {
      const rejection = (await throttle('reset-address', networkOf(request.ip))) ?? (await requireBotCheck(context, request, body.proof))
      if (rejection) return fail(rejection)
      if (await throttle.mayMail('mail.password-reset', body.email)) await requestPasswordReset(db, body.email, visitor.locale)
      return ok({ asked: true as const })
    },
    redeemReset: async ({ body, visitor, request }) => {
      const rejection = await throttle('redeem', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const reset = await redeemPasswordReset(db, brand, body, request.id)
      if (!reset.ok) return reset
      await forgive(reset.value.email)
      if (visitor.customer?.id === reset.value.customer) await visitor.signOut()
      return ok(await readSession(context, visitor))
    },
  }
}
