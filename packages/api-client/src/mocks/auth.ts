import { passwordMeets } from '@playhouse/domain/brand'
import { isEmpty } from '@playhouse/domain/item-kind'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { linkMinutes, maxFailedLogins } from '@playhouse/domain/sign-in'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockAccount, MockShop, MockVisit } from './mock-shop.ts'
import { sessionOf } from './people.ts'

const linkDurationMs = linkMinutes * 60_000

/** Mock handlers of sign-in, registration and password reset. */
export function authHandlers(shop: MockShop): MockHandlers<Contract['auth']> {
  /** Sign-in links by token, and the visit that requested each. */
  const links = new Map<string, { readonly account: MockAccount; readonly askedBy: MockVisit; readonly until: number }>()
  /** Wrong passwords by unknown address: it locks as an account does. */
  const failedLoginsByUnknownAddress = new Map<string, number>()
  const { style, searchesCustomers } = shop.brand.login
  const linkInMail = (kind: string, token: string): string => `/${kind}#token=${token}`
  return {
    botCheck: () => ok({ kind: 'none' }),
    lookup: ({ body }) => (!searchesCustomers || shop.accounts.has(body.email) ? ok({ next: 'password' }) : fail(problem('no-customer'))),
    login: ({ visit, body }) => {
      const account = shop.accounts.get(body.email)
      if (!account) {
        const wrong = (failedLoginsByUnknownAddress.get(body.email) ?? 0) + 1
        failedLoginsByUnknownAddress.set(body.email, wrong)
        return fail(problem(wrong >= maxFailedLogins ? 'account-locked' : 'login-failed'))
      }
      if (account.failedLogins >= maxFailedLogins) return fail(problem('account-locked'))
      if (account.password !== body.password) {
        account.failedLogins += 1
        return fail(problem(account.failedLogins >= maxFailedLogins ? 'account-locked' : 'login-failed'))
      }
      account.failedLogins = 0
      visit.customer = account.customer
      return ok(sessionOf(shop, visit))
    },
    guest: ({ visit, body }) => {
      if (style !== 'guest') return fail(problem('not-allowed'))
      if (isEmpty(visit)) return fail(problem('basket-empty'))
      const { proof: _, ...person } = body
      visit.customer = { id: crypto.randomUUID(), title: '', ...person, address: null, isGuest: true }
      shop.guests.set(visit.customer.id, visit.customer)
      return ok(sessionOf(shop, visit))
    },
    // A mock shop sends no order links.
    openOrder: () => fail(problem('order-not-found')),
    magicLink: ({ visit, body }) => {
      if (style !== 'streamlined') return fail(problem('not-allowed'))
      const account = shop.accounts.get(body.email)
      if (account) {
        for (const [token, link] of links) if (link.account === account) links.delete(token)
        const token = crypto.randomUUID()
        links.set(token, { account, askedBy: visit, until: shop.now() + linkDurationMs })
        shop.mails.push({ to: body.email, text: linkInMail('authentication', token) })
      }
      return ok({ asked: true })
    },
    redeemMagicLink: ({ visit, body }) => {
      const link = links.get(body.token)
      if (!link || link.until <= shop.now()) return fail(problem('authentication-link-expired'))
      if (link.askedBy !== visit && !body.isConfirmed) return fail(problem('link-asked-elsewhere'))
      links.delete(body.token)
      link.account.failedLogins = 0
      visit.customer = link.account.customer
      return ok(sessionOf(shop, visit))
    },
    logout: ({ visit }) => {
      Object.assign(visit, shop.newVisit())
      return ok(sessionOf(shop, visit))
    },
    register: ({ visit, body }) => {
      if (!passwordMeets(shop.brand.passwordPolicy, body.password)) return fail(problem('invalid-input', { fields: ['password'] }))
      if (shop.accounts.has(body.email)) return fail(problem('register-failed'))
      const { email, title, firstName, lastName, phone, address, password } = body
      const customer = { id: crypto.randomUUID(), email, title, firstName, lastName, phone, address: address ?? null }
      shop.accounts.set(email, { customer, password, failedLogins: 0, resetTokens: new Map(), credit: 0, terms: [] })
      shop.mails.push({ to: email, text: 'Welcome' })
      visit.customer = customer
      return ok(sessionOf(shop, visit))
    },
    resetPassword: ({ body }) => {
      const account = shop.accounts.get(body.email)
      if (account) {
        const token = crypto.randomUUID()
        account.resetTokens.set(token, shop.now() + linkDurationMs)
        shop.mails.push({ to: body.email, text: linkInMail('reset-password', token) })
      }
      return ok({ asked: true })
    },
    redeemReset: ({ visit, body }) => {
      if (!passwordMeets(shop.brand.passwordPolicy, body.password)) return fail(problem('invalid-input', { fields: ['password'] }))
      const account = [...shop.accounts.values()].find(({ resetTokens }) => resetTokens.has(body.token))
      if (!account) return fail(problem('reset-password-failed'))
      if (account.resetTokens.get(body.token)! <= shop.now()) return fail(problem('authentication-link-expired'))
      for (const token of account.resetTokens.keys()) account.resetTokens.set(token, 0)
      Object.assign(account, { password: body.password, failedLogins: 0 })
      const isOwnAccount = visit.customer?.id === account.customer.id
      for (const [id, other] of shop.visits) if (other !== visit && other.customer?.id === account.customer.id) shop.visits.delete(id)
      if (isOwnAccount) Object.assign(visit, shop.newVisit())
      return ok(sessionOf(shop, visit))
    },
  }
}
