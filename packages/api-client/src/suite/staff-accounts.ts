import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { type ApiClient, createClient } from '#client'
import { code, type SuiteHost, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly administrator: () => Promise<ApiClient>
  readonly host: () => SuiteHost
  readonly production: (id: string, title: string) => ProductionPlan
}

/** Staff accounts and the tokens of programs. */
export function describeStaffAccounts({ visitor, administrator: signIn, host, production }: Parts): void {
  const codeOf = (secret: string, stepsAhead = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })
  /** A client that sends a token instead of cookies. */
  const program = (secret: string): ApiClient =>
    createClient(host().origin, (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${secret}`)
      return fetch(input, { ...init, headers })
    })

  it('adds a staff user, changes their role, resets and dismisses them', async () => {
    const administrator = await signIn()
    const email = `newcomer-${Date.now()}@house.example`
    const body = { email, name: 'Nell Gwynn', role: 'clerk' as const }
    const { account, password } = value(await administrator.staffAccounts.add({ body }))
    expect(account).toMatchObject({ ...body, state: 'active', hasSecondFactor: false, isOwn: false })
    expect(code(await administrator.staffAccounts.add({ body: { ...body, email: email.toUpperCase() } }))).toBe('id-taken')

    const nell = visitor()
    expect(value(await nell.staff.signIn({ body: { email, password } }))).toEqual({ next: 'enrol' })
    const { secret } = value(await nell.staff.enrol())
    value(await nell.staff.confirmEnrolment({ body: { code: codeOf(secret) } }))
    expect(value(await nell.staff.desk()).clerk).toMatchObject({ name: 'Nell Gwynn', role: 'clerk' })
    expect(code(await nell.staffAccounts.list())).toBe('not-allowed')
    expect(code(await nell.staffAccounts.tokens())).toBe('not-allowed')

    const params = { account: account.id }
    value(await administrator.staffAccounts.edit({ params, body: { name: 'Eleanor Gwynn' } }))
    expect(value(await nell.staff.desk()).clerk.name, 'a new name ends no session').toBe('Eleanor Gwynn')
    value(await administrator.staffAccounts.edit({ params, body: { role: 'programmer' } }))
    expect(code(await nell.staff.desk()), 'a new role ends the sessions').toBe('not-allowed')
    expect(value(await nell.staff.signIn({ body: { email, password } }))).toEqual({ next: 'code' })
    value(await nell.staff.prove({ body: { code: codeOf(secret, 1) } }))
    value(await nell.planning.productions())

    const { password: newPassword } = value(await administrator.staffAccounts.reset({ params }))
    expect(code(await nell.staff.desk())).toBe('not-allowed')
    expect(code(await nell.staff.signIn({ body: { email, password } }))).toBe('login-failed')
    expect(value(await nell.staff.signIn({ body: { email, password: newPassword } })), 'no second factor any more').toEqual({
      next: 'enrol',
    })

    expect(value(await administrator.staffAccounts.dismiss({ params })).account.state).toBe('dismissed')
    expect(code(await nell.staff.signIn({ body: { email, password: newPassword } }))).toBe('login-failed')
    const { accounts } = value(await administrator.staffAccounts.list())
    expect(accounts.at(-1), 'the last of the list').toMatchObject({ id: account.id, name: 'Eleanor Gwynn', state: 'dismissed' })
    const { password: third } = value(await administrator.staffAccounts.reset({ params }))
    expect(value(await nell.staff.signIn({ body: { email, password: third } }))).toEqual({ next: 'enrol' })
    value(await administrator.staffAccounts.dismiss({ params }))
  })

  it('lets an administrator not change the own account, nor an unknown one', async () => {
    const administrator = await signIn()
    const { accounts } = value(await administrator.staffAccounts.list())
    const own = accounts.find(({ isOwn }) => isOwn)!
    expect(own.role).toBe('administrator')
    const params = { account: own.id }
    expect(code(await administrator.staffAccounts.dismiss({ params }))).toBe('not-allowed')
    expect(code(await administrator.staffAccounts.reset({ params }))).toBe('not-allowed')
    expect(code(await administrator.staffAccounts.edit({ params, body: { role: 'clerk' } }))).toBe('not-allowed')
    const unknown = { account: 'a4b5c6d7-0000-4000-8000-000000000099' }
    expect(code(await administrator.staffAccounts.dismiss({ params: unknown }))).toBe('page-not-found')
  })

  it('lets a program with a token do what its scopes allow, until it is revoked', async () => {
    const administrator = await signIn()
    const body = { name: 'Season planner', scopes: ['read-programme' as const, 'edit-programme' as const], days: 30 }
    const { token, secret } = value(await administrator.staffAccounts.createToken({ body }))
    expect(token).toMatchObject({ name: 'Season planner', scopes: body.scopes, state: 'active', lastUsedAt: null })
    const planner = program(secret)
    value(await planner.planning.productions())
    const event = `by-token-${Date.now()}`
    value(await planner.planning.createProduction({ body: { production: production(event, 'By token') } }))
    expect(value(await administrator.planning.changes({ query: { subject: 'production', id: event } })).changes[0]!.by).toBe(
      `${token.by} · Season planner`,
    )
    expect(code(await planner.planning.publish({ params: { event }, body: { version: 1 } }))).toBe('not-allowed')
    expect(code(await planner.staff.desk())).toBe('not-allowed')
    expect(code(await planner.counter.instances())).toBe('not-allowed')
    expect(code(await planner.staffAccounts.tokens())).toBe('not-allowed')
    expect(code(await planner.staff.findCustomers({ body: { query: 'Ada' } }))).toBe('not-allowed')
    expect(code(await program(`${secret}x`).planning.productions())).toBe('not-allowed')

    const withoutPrices = { name: 'Shelves', scopes: ['edit-catalogue' as const], days: 30 }
    const cataloguer = program(value(await administrator.staffAccounts.createToken({ body: withoutPrices })).secret)
    const level = { params: { kind: 'membership-level' as const, id: 'by-token' }, body: { version: null, record: {} } }
    expect(code(await cataloguer.records.save(level)), 'needs the scope of prices too').toBe('not-allowed')

    const listed = value(await administrator.staffAccounts.tokens()).tokens.find(({ id }) => id === token.id)!
    expect(listed.state).toBe('active')
    expect(listed.lastUsedAt).not.toBeNull()
    const params = { id: token.id }
    expect(value(await administrator.staffAccounts.revokeToken({ params })).token.state).toBe('revoked')
    expect(code(await planner.planning.productions())).toBe('not-allowed')
    expect(value(await administrator.staffAccounts.revokeToken({ params })).token.state).toBe('revoked')
  })
}
