import type { CounterState, GuestOrder } from '#contract'
import { isBirthValid } from '@playhouse/domain/account'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findsByContact, maxFoundCustomers, maxWrongCodes, phoneDigitsIn, recoveryCodeCount } from '@playhouse/domain/staff'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { donorOf, saveHomeAddress } from './account.ts'
import { customerResult, type MockCounter, newCounterBasket } from './mock-counter.ts'
import { type MockAccount, type MockShop, type MockVisit, releaseBasket } from './mock-shop.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const randomCode = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('')
const notAllowed = fail(problem('not-allowed'))

/** Mock handlers of staff sign-in with two factors, and of the customer whom the counter serves. */
export function staffHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['staff']> {
  const { staffSessions, secrets, usedCodes, recoveryCodes } = counter
  const wrongCodes = new Map<string, number>()
  const enrolling = new Map<string, string>()
  const useCode = (email: string, secret: string, code: string): boolean => {
    const key = `${email} ${code}`
    if (usedCodes.has(key) || !shop.counter!.isCode(secret, code)) return false
    usedCodes.add(key)
    return true
  }
  const changeGiftAid = (
    visit: MockVisit,
    customer: string,
    work: (account: MockAccount, recordedBy: string) => Problem | undefined,
  ): Result<CounterState, Problem> => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    const { account, staffUser } = session.value
    if (!shop.brand.features.giftAid) return fail(problem('page-not-found'))
    if (account?.customer.id !== customer) return fail(problem('no-customer'))
    const rejection = work(account, staffUser.name)
    return rejection ? fail(rejection) : ok(counter.readState(session.value))
  }
  return {
    signIn: ({ visit, body }) => {
      const staffUser = counter.staffUsers.find(({ email, isDismissed }) => email === body.email && !isDismissed)
      if (!staffUser || staffUser.password !== body.password) return fail(problem('login-failed'))
      staffSessions.set(visit, { staffUser, isProved: false, account: null, basket: newCounterBasket(shop, null), lastOrder: null })
      wrongCodes.set(staffUser.email, 0)
      return ok({ next: secrets.has(staffUser.email) ? 'code' : 'enrol' })
    },
    enrol: ({ visit }) => {
      const session = staffSessions.get(visit)
      if (!session || session.isProved || secrets.has(session.staffUser.email)) return notAllowed
      const secret = randomCode(32)
      enrolling.set(session.staffUser.email, secret)
      return ok({ secret, modules: { size: 1, bits: '1' } })
    },
    confirmEnrolment: ({ visit, body }) => {
      const session = staffSessions.get(visit)
      const secret = session && enrolling.get(session.staffUser.email)
      if (!session || session.isProved || !secret) return notAllowed
      const { email } = session.staffUser
      if (!useCode(email, secret, body.code)) return fail(problem('login-failed'))
      const newCodes = Array.from({ length: recoveryCodeCount }, () => randomCode(10))
      secrets.set(email, secret)
      recoveryCodes.set(email, new Set(newCodes))
      Object.assign(session, { isProved: true, provedAt: shop.now() })
      return ok({ recoveryCodes: newCodes })
    },
    prove: ({ visit, body }) => {
      const session = staffSessions.get(visit)
      const { email = '' } = session?.staffUser ?? {}
      const secret = secrets.get(email)
      if (!session || session.isProved || !secret || (wrongCodes.get(email) ?? 0) >= maxWrongCodes) return notAllowed
      if (!useCode(email, secret, body.code) && !recoveryCodes.get(email)?.delete(body.code)) {
        wrongCodes.set(email, (wrongCodes.get(email) ?? 0) + 1)
        return fail(problem('login-failed'))
      }
      Object.assign(session, { isProved: true, provedAt: shop.now() })
      return ok(counter.readState(session))
    },
    proveAgain: ({ visit, body }) => {
      const session = staffSessions.get(visit)!
      const { email } = session.staffUser
      if (useCode(email, secrets.get(email)!, body.code) || recoveryCodes.get(email)?.delete(body.code)) {
        session.provedAt = shop.now()
        return ok({ proved: true })
      }
      const tries = (wrongCodes.get(email) ?? 0) + 1
      wrongCodes.set(email, tries)
      if (tries >= maxWrongCodes) staffSessions.delete(visit)
      return fail(problem('login-failed'))
    },
    signOut: ({ visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      releaseBasket(shop, session.value.basket)
      staffSessions.delete(visit)
      return ok({ signedOut: true })
    },
    desk: ({ visit }) => {
      const session = counter.signedIn(visit)
      return session.ok ? ok(counter.readState(session.value)) : session
    },
    findCustomers: ({ visit, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const customers = [...shop.accounts.values()].filter(({ customer }) => matchesQuery(customer, body.query)).map(customerResult)
      if (customers.length > maxFoundCustomers) return fail(problem('too-many-responses'))
      const guestOrders = guestOrdersOf(shop, body.query)
      const hasMore = guestOrders.length > maxFoundCustomers
      if (hasMore && !findsByContact(body.query)) return fail(problem('too-many-responses'))
      if (customers.length + guestOrders.length === 0) return fail(problem('no-customer'))
      return ok({ customers, guestOrders: guestOrders.slice(0, maxFoundCustomers), hasMoreGuestOrders: hasMore })
    },
    changeBirthDate: ({ visit, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const { account } = session.value
      if (!account) return fail(problem('no-customer'))
      const birth = { date: body.birthDate }
      if (!isBirthValid(shop.brand.account.birth, birth, new Date(shop.now()).toISOString().slice(0, 10)))
        return fail(problem('invalid-input', { fields: ['birthDate'] }))
      account.birth = birth
      return ok(counter.readState(session.value))
    },
    declareGiftAid: ({ visit, body: { customer, wording, method, address } }) =>
      changeGiftAid(visit, customer, (account, recordedBy) => {
        if (address && !saveHomeAddress(shop, account, address)) return problem('details-not-updated')
        const donor = donorOf(shop, account)
        if (!donor) return problem('gift-aid-address-required')
        account.giftAid = { ...{ isDeclared: true, wording, method, donor, recordedBy }, saidAt: new Date(shop.now()).toISOString() }
        return undefined
      }),
    withdrawGiftAid: ({ visit, body: { customer } }) =>
      changeGiftAid(visit, customer, (account, recordedBy) => {
        if (!account.giftAid?.isDeclared) return undefined
        const { wording } = account.giftAid
        const saidAt = new Date(shop.now()).toISOString()
        account.giftAid = { isDeclared: false, wording, saidAt, donor: null, method: null, recordedBy }
        return undefined
      }),
    registerCustomer: ({ visit, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      if (shop.accounts.has(body.email)) return fail(problem('register-failed'))
      const account: MockAccount = {
        customer: { ...body, id: crypto.randomUUID(), address: null },
        password: crypto.randomUUID(),
        failedLogins: 0,
        resetTokens: new Map(),
        terms: [],
        credit: 0,
      }
      shop.accounts.set(body.email, account)
      setCustomer(session.value, account)
      return ok(counter.readState(session.value))
    },
    actFor: ({ visit, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const account = [...shop.accounts.values()].find(({ customer }) => customer.id === body.customer)
      if (body.customer !== null && !account) return fail(problem('no-customer'))
      setCustomer(session.value, account ?? null)
      return ok(counter.readState(session.value))
    },
  }
}

/** Sets the customer whom the counter serves, and removes the vouchers, the credit and the address of the previous one. */
function setCustomer(
  session: { account: MockAccount | null; basket: Pick<MockVisit, 'customer' | 'vouchers' | 'usesCredit' | 'delivery'> },
  account: MockAccount | null,
): void {
  const { customer, delivery } = session.basket
  if (customer !== null && customer.id !== account?.customer.id) session.basket.delivery = { ...delivery, address: null }
  session.account = account
  Object.assign(session.basket, { customer: account?.customer ?? null, vouchers: [], usesCredit: false })
}

const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Orders of the guests that match a query, the newest first. */
function guestOrdersOf({ payments, guests }: MockShop, query: string): GuestOrder[] {
  return [...payments.values()]
    .flatMap(({ order, customer }) => {
      const guest = order && guests.get(customer)
      if (!guest || !matchesQuery(guest, query)) return []
      const { firstName, lastName, email, phone } = guest
      return [{ ...{ number: order.number, firstName, lastName, email, phone }, placedAt: order.placedAt }]
    })
    .toReversed()
}

/** Whether a customer matches a search: by prefixes of names or e-mail address, suffix of the phone number, postcode, or name and postcode. */
function matchesQuery({ firstName, lastName, email, phone, address }: MockAccount['customer'], query: string): boolean {
  if (query.includes('@')) return email.startsWith(query.toLowerCase())
  const digits = phoneDigitsIn(query)
  if (digits !== undefined && phone.replaceAll(/\D/g, '').endsWith(digits.replace(/^0+/, ''))) return true
  const names = foldText(`${firstName} ${lastName}`).split(/[^\p{L}\p{N}]+/u)
  const postcode = (address?.postcode ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const words = foldText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.some((_, at) => {
    const [before, code] = [words.slice(0, at), words.slice(at).join('')]
    const isNamed = (words: readonly string[]): boolean => words.every((word) => names.some((name) => name.startsWith(word)))
    const isPostcodeMatch = /\d/.test(code) && postcode.startsWith(code)
    return isNamed(words) || (isNamed(before) && isPostcodeMatch)
  })
}
