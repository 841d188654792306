import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { Answers, Contract } from './answers.ts'
import { foundCustomer, type MockCounter, newDesk } from './mock-counter.ts'
import { type MockAccount, type MockShop, release } from './mock-shop.ts'

const mostWrong = 5
const mostFound = 25
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const draw = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('')
const shut = fail(problem('not-allowed'))

/** Signing in at the counter with two factors, and whom one serves. Where nobody works, its doors are shut. */
export function staffAnswers(shop: MockShop, counters: MockCounter): Answers<Contract['staff']> {
  const { shifts, secrets, spent, recovery } = counters
  const wrong = new Map<string, number>()
  const enrolling = new Map<string, string>()
  const isGood = (email: string, secret: string, code: string): boolean => {
    const key = `${email} ${code}`
    if (spent.has(key) || !shop.counter!.isCode(secret, code)) return false
    spent.add(key)
    return true
  }
  return {
    signIn: ({ visit, body }) => {
      const colleague = shop.counter?.colleagues.find(({ email }) => email === body.email)
      if (!colleague || colleague.password !== body.password) return fail(problem('login-failed'))
      shifts.set(visit, { colleague, isProved: false, served: null, desk: newDesk(shop, null), done: null })
      wrong.set(colleague.email, 0)
      return ok({ next: secrets.has(colleague.email) ? 'code' : 'enrol' })
    },
    enrol: ({ visit }) => {
      const shift = shifts.get(visit)
      if (!shift || shift.isProved || secrets.has(shift.colleague.email)) return shut
      const secret = draw(32)
      enrolling.set(shift.colleague.email, secret)
      return ok({ secret, modules: { size: 1, bits: '1' } })
    },
    confirmEnrolment: ({ visit, body }) => {
      const shift = shifts.get(visit)
      const secret = shift && enrolling.get(shift.colleague.email)
      if (!shift || shift.isProved || !secret) return shut
      const { email } = shift.colleague
      if (!isGood(email, secret, body.code)) return fail(problem('login-failed'))
      const recoveryCodes = Array.from({ length: 10 }, () => draw(10))
      secrets.set(email, secret)
      recovery.set(email, new Set(recoveryCodes))
      shift.isProved = true
      return ok({ recoveryCodes })
    },
    prove: ({ visit, body }) => {
      const shift = shifts.get(visit)
      const { email = '' } = shift?.colleague ?? {}
      const secret = secrets.get(email)
      if (!shift || shift.isProved || !secret || (wrong.get(email) ?? 0) >= mostWrong) return shut
      if (!isGood(email, secret, body.code) && !recovery.get(email)?.delete(body.code)) {
        wrong.set(email, (wrong.get(email) ?? 0) + 1)
        return fail(problem('login-failed'))
      }
      shift.isProved = true
      return ok(counters.read(shift))
    },
    signOut: ({ visit }) => {
      const shift = counters.at(visit)
      if (!shift.ok) return shift
      release(shop, shift.value.desk)
      shifts.delete(visit)
      return ok({ signedOut: true })
    },
    desk: ({ visit }) => {
      const shift = counters.at(visit)
      return shift.ok ? ok(counters.read(shift.value)) : shift
    },
    findCustomers: ({ visit, body }) => {
      const shift = counters.at(visit)
      if (!shift.ok) return shift
      const found = [...shop.accounts.values()].filter((account) => answersTo(account, body.query))
      if (found.length === 0) return fail(problem('no-customer'))
      return found.length > mostFound ? fail(problem('too-many-responses')) : ok({ customers: found.map(foundCustomer) })
    },
    registerCustomer: ({ visit, body }) => {
      const shift = counters.at(visit)
      if (!shift.ok) return shift
      if (shop.accounts.has(body.email)) return fail(problem('register-failed'))
      const account: MockAccount = {
        customer: { ...body, id: crypto.randomUUID(), address: null },
        password: crypto.randomUUID(),
        failed: 0,
        links: new Map(),
        credit: 0,
      }
      shop.accounts.set(body.email, account)
      serve(shift.value, account)
      return ok(counters.read(shift.value))
    },
    actFor: ({ visit, body }) => {
      const shift = counters.at(visit)
      if (!shift.ok) return shift
      const account = [...shop.accounts.values()].find(({ customer }) => customer.id === body.customer)
      if (body.customer !== null && !account) return fail(problem('no-customer'))
      serve(shift.value, account ?? null)
      return ok(counters.read(shift.value))
    },
  }
}

/** Whom the counter sells to from here on; what the one before would have paid with isn't theirs. */
function serve(
  shift: { served: MockAccount | null; desk: { customer: unknown; vouchers: string[]; usesCredit: boolean } },
  account: MockAccount | null,
): void {
  shift.served = account
  Object.assign(shift.desk, { customer: account?.customer ?? null, vouchers: [], usesCredit: false })
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether somebody is who is asked for: by the beginnings of names, address, end of the number, postcode, or name and postcode. */
function answersTo({ customer: { firstName, lastName, email, phone, address } }: MockAccount, typed: string): boolean {
  if (typed.includes('@')) return email.startsWith(typed.toLowerCase())
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  if (/^[\d\s()+./-]+$/.test(typed) && digits.length >= 5 && phone.replaceAll(/\D/g, '').endsWith(digits)) return true
  const names = fold(`${firstName} ${lastName}`).split(/[^\p{L}\p{N}]+/u)
  const postcode = (address?.postcode ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const words = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.some((_, at) => {
    const [before, code] = [words.slice(0, at), words.slice(at).join('')]
    const isNamed = (wanted: readonly string[]): boolean => wanted.every((word) => names.some((name) => name.startsWith(word)))
    const isThere = /\d/.test(code) && postcode.startsWith(code)
    return isNamed(words) || (isNamed(before) && isThere)
  })
}
