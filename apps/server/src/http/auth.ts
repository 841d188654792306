import type { contract } from '@playhouse/api-client/contract'
import { fail, ok } from '@playhouse/domain/result'
import { askForReset, checkLogin, redeemReset, register } from '#modules/auth'
import type { Handlers } from './call.ts'
import type { House } from './house.ts'
import { networkOf } from './network.ts'
import { readSession } from './site.ts'

export function authHandlers(house: House): Handlers<typeof contract.auth> {
  const { db, brand, throttle } = house
  return {
    lookup: async ({ request }) => {
      const refused = await throttle('lookup', networkOf(request.ip))
      return refused ? fail(refused) : ok({ next: 'password' as const })
    },
    login: async ({ body, visitor, request }) => {
      const refused = (await throttle('login-account', body.email)) ?? (await throttle('login-address', networkOf(request.ip)))
      if (refused) return fail(refused)
      const login = await checkLogin(db, body.email, body.password, request.id)
      if (!login.ok) return login
      await visitor.signIn(login.value)
      return ok(await readSession(house, visitor))
    },
    logout: async ({ visitor }) => {
      await visitor.signOut()
      return ok(await readSession(house, visitor))
    },
    register: async ({ body, visitor, request }) => {
      const refused = await throttle('register', networkOf(request.ip))
      if (refused) return fail(refused)
      const registered = await register(db, brand, body, { requestId: request.id, locale: visitor.locale, isWelcomed: true })
      if (!registered.ok) return registered
      await visitor.signIn(registered.value)
      return ok(await readSession(house, visitor))
    },
    resetPassword: async ({ body, visitor, request }) => {
      const refused = await throttle('reset-address', networkOf(request.ip))
      if (refused) return fail(refused)
      // Too many mails to one address are left out without a word: the answer is the same for everybody.
      if (!(await throttle('reset-account', body.email))) await askForReset(db, body.email, visitor.locale)
      return ok({ asked: true as const })
    },
    redeemReset: async ({ body, visitor, request }) => {
      const refused = await throttle('redeem', networkOf(request.ip))
      if (refused) return fail(refused)
      const reset = await redeemReset(db, brand, body, request.id)
      if (!reset.ok) return reset
      await throttle.forgive('login-account', reset.value.email)
      if (visitor.customer?.id === reset.value.customer) await visitor.signOut()
      return ok(await readSession(house, visitor))
    },
  }
}
