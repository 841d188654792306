import { expect, it } from 'vitest'
import { grantableScopes, isTokenAllowed, tokenScopes } from './api-token.ts'
import { type StaffPermission, staffPermissions, staffRoles } from './staff.ts'

const permissions = Object.keys(staffPermissions) as StaffPermission[]

it('allows a token what it has as a scope and its staff user may do, and nothing else', () => {
  for (const role of staffRoles)
    for (const permission of permissions) {
      const isGranted = grantableScopes(role).some((scope) => scope === permission)
      expect(isTokenAllowed(tokenScopes, role, permission), `${role} ${permission}`).toBe(isGranted)
      expect(isTokenAllowed([], role, permission)).toBe(false)
    }
})

it('takes permissions from a token with the role of its staff user', () => {
  expect(isTokenAllowed(['edit-prices', 'read-takings'], 'programmer', 'edit-prices')).toBe(true)
  expect(isTokenAllowed(['edit-prices', 'read-takings'], 'clerk', 'edit-prices')).toBe(false)
  expect(isTokenAllowed(['edit-prices'], 'administrator', 'publish-programme')).toBe(false)
})

it('never lets a token sell, serve customers or manage staff', () => {
  for (const permission of ['sell', 'reserve', 'serve-customers', 'return-money', 'read-staff', 'manage-staff', 'sign-in'] as const)
    expect(isTokenAllowed(tokenScopes, 'administrator', permission), permission).toBe(false)
})
