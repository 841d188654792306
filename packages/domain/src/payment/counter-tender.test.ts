import { describe, expect, it } from 'vitest'
import {
  counterPaymentMethods,
  findTenderProblem,
  isReferenceValid,
  methodOfProvider,
  refundMeans,
  refundMeansOf,
  tenderRules,
} from './counter-tender.ts'
import { isStoredValue, itemKindNames } from '../pricing/item-kind.ts'
import { otherTendersSchema } from './other-tender.ts'

const cheque = { method: 'cheque', reference: { isRequired: true, pattern: '[0-9]{6}', example: '000123' } } as const

describe('refunds of a payment at the counter', () => {
  it('are made by the means of the table: only cash is refunded in cash', () => {
    const inCash = counterPaymentMethods.filter((method) => refundMeansOf({}, method) === 'cash')
    expect(inCash).toEqual(['cash'])
    expect(refundMeansOf({ counterTenders: [cheque] }, 'cheque')).toBe('bank-transfer')
    expect(refundMeans[refundMeansOf({}, 'invoice')]).toBe('office')
  })

  it('of a cheque are made in cash where the brand does so', () => {
    const brand = { counterTenders: [{ ...cheque, refundsInCash: true }] } as const
    expect(refundMeansOf(brand, 'cheque')).toBe('cash')
    expect(refundMeansOf(brand, 'card')).toBe('card')
  })

  it('of an invoice never become account credit', () => {
    expect(counterPaymentMethods.filter((method) => !tenderRules[method].isCreditable)).toEqual(['invoice'])
  })
})

describe('a sale of gift vouchers', () => {
  it('or of money onto one is not paid by an invoice', () => {
    expect(findTenderProblem('invoice', { hasCustomer: true, items: [{ kind: 'voucher-top-up' }] })?.code).toBe('invalid-input')
    expect(findTenderProblem('cash', { hasCustomer: false, items: [{ kind: 'voucher-top-up' }] })).toBeUndefined()
  })

  it('is not paid by an invoice, whatever else it has, and is paid by every other method', () => {
    const items = [{ kind: 'donation' }, { kind: 'gift-voucher' }] as const
    const refused = counterPaymentMethods.filter((method) => findTenderProblem(method, { hasCustomer: true, items }) !== undefined)
    expect(refused).toEqual(['invoice'])
    expect(findTenderProblem('invoice', { hasCustomer: false, items })).toEqual({ code: 'invalid-input', params: { fields: ['way'] } })
  })
})

it('charges every other kind to an invoice, for a customer', () => {
  const items = itemKindNames.filter((kind) => !isStoredValue(kind)).map((kind) => ({ kind }))
  expect(findTenderProblem('invoice', { hasCustomer: true, items })).toBeUndefined()
  expect(findTenderProblem('invoice', { hasCustomer: false, items })?.code).toBe('no-customer')
  expect(findTenderProblem('cheque', { hasCustomer: false, items: [] })).toBeUndefined()
})

describe('the reference of a payment', () => {
  it.each([
    ['', false],
    ['000123', true],
    ['00012', false],
    ['0001234', false],
    ['000123\n', false],
    ['٠٠٠١٢٣', false],
  ])('%j is required and fits the whole pattern: %s', (reference, isValid) => {
    expect(isReferenceValid(cheque, reference)).toBe(isValid)
  })

  it('may be any short text where the brand has no pattern, and is rejected where it asks for none', () => {
    const optional = { method: 'invoice', reference: { isRequired: false } } as const
    expect(isReferenceValid(optional, '')).toBe(true)
    expect(isReferenceValid(optional, 'PO 17/b')).toBe(true)
    expect(isReferenceValid(optional, 'x'.repeat(41))).toBe(false)
    expect(isReferenceValid({ method: 'theatre-tokens' }, '1')).toBe(false)
    expect(isReferenceValid({ method: 'theatre-tokens' }, '')).toBe(true)
  })
})

describe('the methods of a brand', () => {
  it.each([
    ['one is listed twice', [cheque, cheque]],
    ['a pattern is no regular expression', [{ ...cheque, reference: { isRequired: true, pattern: '[' } }]],
    ['an example does not fit its pattern', [{ ...cheque, reference: { ...cheque.reference, example: 'A' } }]],
    ['cash is one of them', [{ method: 'cash' }]],
  ])('are rejected where %s', (_, tenders) => {
    expect(otherTendersSchema.safeParse(tenders).success).toBe(false)
  })

  it('are accepted with an example that fits', () => {
    expect(otherTendersSchema.safeParse([cheque, { method: 'invoice' }]).success).toBe(true)
  })
})

it('reads the method from the name of the provider', () => {
  expect(['cash', 'cheque', 'sandbox', 'stripe', 'none'].map(methodOfProvider)).toEqual(['cash', 'cheque', 'card', 'card', 'card'])
})
