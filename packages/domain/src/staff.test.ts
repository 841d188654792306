import { describe, expect, it } from 'vitest'
import { complimentaryProblem, counterPaymentOf } from './staff.ts'

describe('complimentary tickets', () => {
  it('need the permission to give away and a reason', () => {
    expect(complimentaryProblem({ kind: 'staff' }, { role: 'clerk', reason: 'press' })).toMatchObject({ code: 'not-allowed' })
    expect(complimentaryProblem({ kind: 'staff' }, { role: 'manager' })).toMatchObject({ code: 'invalid-input' })
    expect(complimentaryProblem({ kind: 'staff' }, { role: 'manager', reason: 'press' })).toBeUndefined()
  })

  it('are only those of price types of kind staff', () => {
    expect(complimentaryProblem({ kind: 'full' }, { role: 'clerk' })).toBeUndefined()
    expect(complimentaryProblem(undefined, { role: 'clerk' })).toBeUndefined()
  })
})

describe('a payment at the counter', () => {
  it('returns the change of cash, and rejects too little', () => {
    expect(counterPaymentOf(25_00, 'cash', 30_00)).toEqual({ way: 'cash', due: 25_00, tendered: 30_00, change: 5_00 })
    expect(counterPaymentOf(25_00, 'cash', undefined)).toMatchObject({ tendered: 25_00, change: 0 })
    expect(counterPaymentOf(25_00, 'cash', 24_99)).toBeUndefined()
  })

  it('has neither cash nor change by card', () => {
    expect(counterPaymentOf(25_00, 'card', undefined)).toEqual({ way: 'card', due: 25_00, tendered: null, change: null })
  })

  it('is none where nothing is left to pay', () => {
    expect(counterPaymentOf(0, 'cash', undefined)).toMatchObject({ way: 'none', due: 0, change: null })
  })
})
