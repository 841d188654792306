import { expect, it } from 'vitest'
import type { EditableDetail } from '@playhouse/domain/customer'
import { accessCards, people } from '@playhouse/fixtures'
import type { ApiClient } from '#client'
import type { Details, SavedAddress } from '#contract'
import { address, code, newAddress, password, register, type SuiteHost, value, visitorOf } from './visitor.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const newPassword = 'Curtain-Call-27'

/** A new value of each detail that a customer may change, for a brand that asks for a date or a year of birth. */
const changedDetails = (birth: string) =>
  ({
    title: 'Dr',
    prefix: 'van',
    firstName: 'Judith',
    middleName: 'Ann',
    lastName: 'Quiney',
    phone: '02079460188',
    birth: birth === 'year' ? { year: 1985 } : { date: '1985-02-03' },
  }) satisfies { readonly [Name in EditableDetail]: Details[Name] }

/** Data of an account, and that other customers can neither read nor change it. */
export function describeAccount(host: () => SuiteHost): void {
  const visitor = () => visitorOf(host())
  const customer = async (email = newAddress()): Promise<ApiClient> => {
    const client = visitor()
    value(await register(client, email))
    return client
  }
  const uses = { isPrimary: false, isBilling: false, isDelivery: false }

  it('changes each detail that a customer may edit, and no other', async () => {
    const client = await customer()
    const { brand } = value(await client.site.site())
    const expected = value(await client.me.read()).customer
    for (const [name, changed] of Object.entries(changedDetails(brand.account.birth))) {
      Object.assign(expected, { [name]: changed })
      expect(value(await client.me.change({ body: { [name]: changed } })), name).toEqual(expected)
      expect(value(await client.me.read()).customer, name).toEqual(expected)
    }
  })

  it('changes only the details of the request', async () => {
    const client = await customer()
    const before = value(await client.me.read()).customer
    const after = value(await client.me.change({ body: { title: 'Dr', phone: '02079460199' } }))
    expect(after).toEqual({ ...before, title: 'Dr', phone: '02079460199' })
    expect(code(await client.me.change({ body: { phone: '' } }))).toBe('details-not-updated')
    expect(code(await client.me.change({ body: { id: unknownId } as never }))).toBe('invalid-input')
    expect(code(await visitor().me.change({ body: { title: 'Dr' } }))).toBe('login-required')
  })

  it('keeps exactly one primary address, and does not remove it', async () => {
    const client = await customer()
    const [home] = value(await client.me.addresses()).addresses
    expect(home).toMatchObject({ ...address, isPrimary: true, isBilling: true, isDelivery: true })
    const params = { id: home!.id }
    expect(code(await client.me.removeAddress({ params }))).toBe('primary-address-kept')
    expect(code(await client.me.changeAddress({ params, body: { isPrimary: false } }))).toBe('primary-address-kept')
    const { addresses } = value(await client.me.addAddress({ body: { ...address, ...uses, line1: '2 Rose Alley', isDelivery: true } }))
    expect(addresses.map(({ line1, isPrimary, isDelivery }) => [line1, isPrimary, isDelivery])).toEqual([
      [address.line1, true, false],
      ['2 Rose Alley', false, true],
    ])
    const second = addresses[1]!
    const afterMove = value(await client.me.changeAddress({ params: { id: second.id }, body: { isPrimary: true } })).addresses
    expect(afterMove.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
      [second.id, true],
      [home!.id, false],
    ])
    expect(value(await client.me.read()).address?.line1).toBe('2 Rose Alley')
    const otherCustomer = await customer()
    for (const id of [second.id, unknownId]) {
      expect(code(await otherCustomer.me.changeAddress({ params: { id }, body: { city: 'Elsewhere' } }))).toBe('page-not-found')
      expect(code(await otherCustomer.me.removeAddress({ params: { id } }))).toBe('page-not-found')
    }
    expect(value(await client.me.removeAddress({ params })).addresses).toMatchObject([{ id: second.id, isBilling: true, isDelivery: true }])
  })

  it('keeps county and state apart, and moves both uses to an address of the type for both', async () => {
    const client = await customer()
    const abroad = { ...address, line1: '1 High Street', county: 'Kings County', state: 'NY', country: 'US' }
    const { addresses } = value(await client.me.addAddress({ body: { ...abroad, type: 'both' } }))
    expect(addresses).toMatchObject([
      { ...address, isPrimary: true, isBilling: false, isDelivery: false },
      { ...abroad, isPrimary: false, isBilling: true, isDelivery: true },
    ])
    const [home, other] = addresses as [SavedAddress, SavedAddress]
    const changed = value(await client.me.changeAddress({ params: { id: home.id }, body: { type: 'billing', county: 'Kent' } })).addresses
    expect(changed).toMatchObject([
      { county: 'Kent', isPrimary: true, isBilling: true, isDelivery: false },
      { county: 'Kings County', isBilling: false, isDelivery: true },
    ])
    const params = { id: other.id }
    expect(value(await client.me.changeAddress({ params, body: { type: 'primary' } })).addresses).toMatchObject([
      { id: other.id, isPrimary: true, isBilling: false, isDelivery: true },
      { id: home.id, isPrimary: false, isBilling: true, isDelivery: false },
    ])
    expect(code(await client.me.changeAddress({ params, body: { type: 'none' as never } }))).toBe('invalid-input')
  })

  it('allows no contact by default, and stores the time of each answer', async () => {
    const client = await customer()
    const preferences = value(await client.me.contactPreferences())
    expect(preferences.permissions.every(({ isAllowed }) => !isAllowed)).toBe(true)
    expect(preferences.interests.every(({ isChosen }) => !isChosen)).toBe(true)
    const { saidAt: _, ...first } = preferences.permissions[0]!
    const permissions = [{ ...first, isAllowed: true }]
    const interests = [preferences.interests[0]!.id]
    const changed = value(await client.me.setContactPreferences({ body: { wording: preferences.wording, permissions, interests } }))
    expect(changed.permissions.filter(({ isAllowed }) => isAllowed)).toMatchObject(permissions)
    expect(changed.permissions[0]!.saidAt).not.toBeNull()
    expect(changed.interests.filter(({ isChosen }) => isChosen).map(({ id }) => id)).toEqual(interests)
    const taken = await client.me.setContactPreferences({
      body: { wording: preferences.wording, permissions: [{ ...first, isAllowed: false }] },
    })
    expect(value(taken).permissions.some(({ isAllowed }) => isAllowed)).toBe(false)
    expect(value(taken).interests).toEqual(changed.interests)
    const stale = { wording: 'of another year', permissions }
    expect(code(await client.me.setContactPreferences({ body: stale }))).toBe('contact-permissions-not-updated')
  })

  it('changes the password with the current one, and ends the other sessions', async () => {
    const email = newAddress()
    const [ownDevice, otherDevice] = [await customer(email), visitor()]
    value(await otherDevice.auth.login({ body: { email, password } }))
    const set = (currentPassword: string, newPassword: string) => ownDevice.me.setPassword({ body: { currentPassword, newPassword } })
    expect(code(await set('Wrong-Password-9', newPassword))).toBe('password-not-updated')
    expect(code(await set(password, 'short'))).toBe('invalid-input')
    expect(code(await otherDevice.me.read())).toBe('ok')
    expect(code(await set(password, newPassword))).toBe('ok')
    expect(code(await ownDevice.me.read())).toBe('ok')
    expect(code(await otherDevice.me.read())).toBe('login-required')
    expect(code(await visitor().auth.login({ body: { email, password: newPassword } }))).toBe('ok')
  })

  it('requires the password to change the e-mail address, and does not reveal a known address', async () => {
    const taken = newAddress()
    value(await register(visitor(), taken))
    const client = await customer()
    const ask = (email: string, currentPassword = password) => client.me.changeEmail({ body: { email, currentPassword } })
    expect(code(await ask(newAddress(), 'Wrong-Password-9'))).toBe('details-not-updated')
    expect(await ask(taken)).toEqual(await ask(newAddress()))
    expect(code(await client.me.confirmEmail({ body: { token: 'made-up' } }))).toBe('authentication-link-expired')
  })

  it('returns the same reply with and without guest orders, and moves none without the link', async () => {
    const client = await customer()
    expect(value(await client.me.askGuestOrders())).toEqual({ asked: true })
    expect(code(await client.me.claimGuestOrders({ body: { token: 'made-up' } }))).toBe('authentication-link-expired')
    expect(code(await visitor().me.claimGuestOrders({ body: { token: 'made-up' } }))).toBe('login-required')
  })

  it('offers access prices with an access ID, which only one account can use', async () => {
    const card = accessCards.find(({ lastName }) => lastName === null)!
    const [client, otherCustomer] = [await customer(), await customer()]
    expect(value(await client.me.access())).toEqual({ accessId: null, types: [] })
    expect(code(await client.me.applyAccess({ body: { accessId: 'NO-SUCH-CARD' } }))).toBe('access-code-invalid')
    const named = accessCards.find(({ lastName }) => lastName !== null)!
    expect(code(await client.me.applyAccess({ body: { accessId: named.accessId } }))).toBe('access-code-invalid')
    const applied = value(await client.me.applyAccess({ body: { accessId: ` ${card.accessId.toLowerCase()} ` } }))
    expect(applied.types.map(({ type }) => type)).toEqual(card.types)
    expect(code(await otherCustomer.me.applyAccess({ body: { accessId: card.accessId } }))).toBe('access-code-invalid')
    const { events } = value(await client.catalogue.events())
    const instance = events.find(({ availability, next }) => availability === 'get-tickets' && next)!.next!.id
    const kinds = async (of: ApiClient) => value(await of.catalogue.prices({ params: { instance } })).priceTypes.map(({ kind }) => kind)
    expect(await kinds(client)).toContain('access')
    expect(value(await client.me.removeAccess())).toEqual({ accessId: null, types: [] })
    expect(await kinds(client)).not.toContain('access')
  })

  it('lists a membership with its dates, and the booking member of a household', async () => {
    const member = people('bridge').find(({ memberships }) => memberships)!
    const client = visitor()
    value(await client.auth.login({ body: { email: member.email, password: member.password } }))
    const [held] = value(await client.me.memberships()).memberships
    expect(held!.expiresOn > held!.startsOn).toBe(true)
    const otherCustomer = await customer()

    const { members } = value(await otherCustomer.me.addMember({ body: { firstName: 'Celia', lastName: 'Quill' } }))
    expect(members.map(({ isBooking }) => isBooking)).toEqual([true, false])
    const booking = members[1]!.id
    expect(value(await otherCustomer.me.bookFor({ body: { booking } })).members.map(({ isBooking }) => isBooking)).toEqual([false, true])
    expect(code(await client.me.bookFor({ body: { booking } }))).toBe('page-not-found')
    expect(code(await client.me.removeMember({ params: { id: booking } }))).toBe('page-not-found')
    expect(value(await otherCustomer.me.removeMember({ params: { id: booking } })).members).toMatchObject([{ isBooking: true }])
  })

  it('has no saved cards, and returns page-not-found for features that the brand does not have', async () => {
    const client = await customer()
    expect(value(await client.me.cards())).toEqual({ cards: [], canKeep: true })
    expect(value(await client.me.directDebits())).toEqual({ directDebits: [], canSetUp: true })
    expect(code(await client.me.preferCard({ params: { id: unknownId }, body: { isPreferred: true } }))).toBe('page-not-found')
    expect(code(await client.me.removeCard({ params: { id: unknownId } }))).toBe('page-not-found')
    expect(value(await client.me.giving()).entries).toEqual([])
    expect(value(await client.me.subscriptions()).subscriptions).toEqual([])
    expect(value(await client.me.seriesRenewals()).renewals).toEqual([])
    const { features } = value(await client.site.site()).brand
    expect(code(await client.me.giftAid())).toBe(features.giftAid ? 'ok' : 'page-not-found')
    expect(code(await client.me.survey())).toBe(features.cultureSurvey ? 'ok' : 'page-not-found')
  })
}
