import type { ApiToken, StaffAccount } from '#contract'
import { grantableScopes, tokenPrefix } from '@playhouse/domain/api-token'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { idOf, type MockApiToken, type MockCounter, newCounterBasket } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

const dayMs = 86_400_000

/** Mock handlers of staff accounts and API tokens. */
export function staffAccountHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['staffAccounts']> {
  const { staffUsers, staffSessions, secrets, recoveryCodes, tokens } = counter
  const addedAt = new Date(shop.now()).toISOString()
  const readerOf = (visit: MockVisit) => staffSessions.get(visit)!.staffUser
  const accountOf = (staffUser: (typeof staffUsers)[number], visit: MockVisit): StaffAccount => ({
    ...{ id: idOf(staffUser), email: staffUser.email, name: staffUser.name, role: staffUser.role, addedAt },
    state: staffUser.isDismissed ? 'dismissed' : 'active',
    hasSecondFactor: secrets.has(staffUser.email),
    isOwn: staffUser === readerOf(visit),
  })
  const tokenOf = ({ id, name, scopes, owner, isRevoked, createdAt, expiresAt, lastUsedAt }: MockApiToken): ApiToken => ({
    ...{ id, name, scopes: [...scopes], by: owner.name },
    state: isRevoked ? 'revoked' : expiresAt <= shop.now() ? 'expired' : 'active',
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  })
  const endSessions = (staffUser: (typeof staffUsers)[number]): void => {
    for (const [visit, session] of staffSessions) if (session.staffUser === staffUser && !session.token) staffSessions.delete(visit)
  }
  /** Changes the account of another staff user. */
  const change = <Reply>(
    visit: MockVisit,
    id: string,
    work: (staffUser: (typeof staffUsers)[number]) => Reply,
  ): Result<Reply, Problem<'not-allowed' | 'page-not-found'>> => {
    const staffUser = staffUsers.find((each) => idOf(each) === id)
    if (staffUser === readerOf(visit)) return fail(problem('not-allowed'))
    return staffUser ? ok(work(staffUser)) : fail(problem('page-not-found'))
  }
  const newPassword = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  return {
    list: ({ visit }) => {
      const accounts = staffUsers.map((staffUser) => accountOf(staffUser, visit))
      const rank = ({ state, name }: StaffAccount): string => `${state === 'dismissed' ? 1 : 0} ${name.toLowerCase()}`
      return ok({ accounts: accounts.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)) })
    },
    add: ({ visit, body }) => {
      if (staffUsers.some(({ email }) => email === body.email)) return fail(problem('id-taken', { id: body.email }))
      const password = newPassword()
      const staffUser = { ...body, password }
      staffUsers.push(staffUser)
      return ok({ account: accountOf(staffUser, visit), password })
    },
    edit: ({ visit, params, body: { name, role } }) =>
      change(visit, params.account, (staffUser) => {
        if (name !== undefined) staffUser.name = name
        if (role !== undefined && role !== staffUser.role) {
          staffUser.role = role
          endSessions(staffUser)
        }
        return { account: accountOf(staffUser, visit) }
      }),
    reset: ({ visit, params }) =>
      change(visit, params.account, (staffUser) => {
        const password = newPassword()
        Object.assign(staffUser, { password, isDismissed: false })
        secrets.delete(staffUser.email)
        recoveryCodes.delete(staffUser.email)
        endSessions(staffUser)
        return { account: accountOf(staffUser, visit), password }
      }),
    dismiss: ({ visit, params }) =>
      change(visit, params.account, (staffUser) => {
        staffUser.isDismissed = true
        endSessions(staffUser)
        for (const token of tokens) if (token.owner === staffUser) token.isRevoked = true
        return { account: accountOf(staffUser, visit) }
      }),
    tokens: () => ok({ tokens: tokens.map(tokenOf).toReversed() }),
    createToken: ({ visit, body: { name, scopes, days } }) => {
      const owner = readerOf(visit)
      const grantable = grantableScopes(owner.role)
      if (!scopes.every((scope) => grantable.includes(scope))) return fail(problem('not-allowed'))
      const createdAt = shop.now()
      const token: MockApiToken = {
        ...{ id: crypto.randomUUID(), secret: `${tokenPrefix}${crypto.randomUUID()}`, name, scopes, owner, visit: shop.newVisit() },
        ...{ createdAt, expiresAt: createdAt + days * dayMs, lastUsedAt: null, isRevoked: false },
      }
      tokens.push(token)
      const basket = newCounterBasket(shop, null)
      staffSessions.set(token.visit, { staffUser: owner, token, isProved: true, account: null, basket, lastOrder: null })
      return ok({ token: tokenOf(token), secret: token.secret })
    },
    revokeToken: ({ params }) => {
      const token = tokens.find(({ id }) => id === params.id)
      if (!token) return fail(problem('page-not-found'))
      token.isRevoked = true
      return ok({ token: tokenOf(token) })
    },
  }
}

/** The visit of a call with an API token; undefined where it has none, or one that is not valid. */
export function visitOfToken(shop: MockShop, counter: MockCounter, authorization: string | null): MockVisit | undefined {
  const secret = authorization?.replace(/^bearer +/i, '')
  const token = counter.tokens.find((each) => each.secret === secret && !each.isRevoked && each.expiresAt > shop.now())
  if (token) token.lastUsedAt = shop.now()
  return token?.visit
}
