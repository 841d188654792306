import type { StaffPermission } from '../../staff.ts'

/** Kinds of records of the catalogue, which staff create and change: what each needs besides `edit-catalogue`. */
export const recordKindRules = {
  /** A level of membership. */
  'membership-level': { permission: 'edit-prices' },
  /** A fund for donations. */
  fund: { permission: 'edit-prices' },
  /** A product that is sold besides tickets, or a dish of a menu. */
  product: { permission: 'edit-prices' },
  /** A time in which the whole shop is closed. */
  'maintenance-window': { permission: 'edit-sale-windows' },
} as const satisfies Record<string, { readonly permission: StaffPermission }>

export type RecordKind = keyof typeof recordKindRules
export const recordKinds = Object.keys(recordKindRules) as [RecordKind, ...RecordKind[]]
