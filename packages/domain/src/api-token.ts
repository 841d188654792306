import { isStaffAllowed, type StaffPermission, type StaffRole } from './staff.ts'

/**
 * Permissions that an API token can have. Those of the counter are not among them: they act for a customer in the session of a person,
 * and what a program sells goes through the shop.
 */
export const tokenScopes = [
  'read-performances',
  'read-programme',
  'edit-programme',
  'import-programme',
  'edit-plans',
  'edit-prices',
  'edit-sale-windows',
  'publish-programme',
  'lock-seats',
  'edit-offers',
  'edit-catalogue',
  'change-stock',
  'read-access-cards',
  'edit-access-cards',
  'undo-changes',
  'read-takings',
  'read-all-takings',
] as const satisfies readonly StaffPermission[]
export type TokenScope = (typeof tokenScopes)[number]

/** Begins every token, so that scanners for leaked secrets recognise it. */
export const tokenPrefix = 'playhouse_'
/** Days of the longest lifetime of a token. */
export const mostTokenDays = 366
/** Lifetimes that the screen offers, in days. */
export const tokenDays = [30, 90, 180, 366] as const

/** States of a token. A token of a dismissed staff user is `revoked` too. */
export const tokenStates = ['active', 'expired', 'revoked'] as const
export type TokenState = (typeof tokenStates)[number]

/**
 * Whether a call with a token has a permission: the token has the scope, and the role of its staff user still has the permission. A token
 * was created with a fresh second factor, so that none is asked for again.
 */
export const isTokenAllowed = (scopes: readonly TokenScope[], role: StaffRole, permission: StaffPermission): boolean =>
  scopes.some((scope) => scope === permission) && isStaffAllowed(role, permission)

/** The scopes that a staff user with a role can give to a token. */
export const grantableScopes = (role: StaffRole): TokenScope[] => tokenScopes.filter((scope) => isStaffAllowed(role, scope))
