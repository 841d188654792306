import { describe, expect, it } from 'vitest'
import {
  complimentaryProblem,
  counterPaymentOf,
  isStaffAllowed,
  permissionProblem,
  type StaffPermission,
  staffPermissions,
  staffRoles,
} from './staff.ts'

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

describe('the permissions of staff users', () => {
  it('are all those of an administrator, and let each role sign in', () => {
    const permissions = Object.keys(staffPermissions) as StaffPermission[]
    expect(permissions.filter((permission) => !isStaffAllowed('administrator', permission))).toEqual([])
    expect(staffRoles.filter((role) => !isStaffAllowed(role, 'sign-in'))).toEqual([])
  })

  it('let finance, marketing and front of house neither sell nor change the programme', () => {
    for (const role of ['finance', 'marketing', 'front-of-house'] as const)
      for (const permission of ['sell', 'reserve', 'give-away', 'edit-programme', 'publish-programme', 'undo-changes'] as const)
        expect(isStaffAllowed(role, permission), `${role} ${permission}`).toBe(false)
  })

  it('need a fresh second factor where they are dangerous', () => {
    expect(permissionProblem('programmer', 'publish-programme', true)).toBeUndefined()
    expect(permissionProblem('programmer', 'publish-programme', false)).toMatchObject({ code: 'second-factor-required' })
    expect(permissionProblem('programmer', 'edit-programme', false)).toBeUndefined()
    expect(permissionProblem('clerk', 'publish-programme', true)).toMatchObject({ code: 'not-allowed' })
  })
})
