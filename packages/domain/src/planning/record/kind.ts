import type { StaffPermission } from '../../staff.ts'

/** Kinds of records of the catalogue, which staff create and change: what each needs besides `edit-catalogue`. */
export const recordKindRules = {
  /** A level of membership. */
  'membership-level': { permission: 'edit-prices' },
  /** A fund for donations. */
  fund: { permission: 'edit-prices' },
  /** A product that is sold besides tickets, or a dish of a menu. */
  product: { permission: 'edit-prices' },
  /** A menu of food or drink, which is ordered for performances. */
  menu: { permission: 'edit-prices' },
  /** A place where orders of food are served or collected. */
  'collection-point': { permission: 'edit-prices' },
  /** A restaurant of the theatre with its sittings, at which tables are booked. */
  restaurant: { permission: 'edit-prices' },
  /** A time in which the whole shop is closed. */
  'maintenance-window': { permission: 'edit-sale-windows' },
  /** A waiting room of a performance, or of a production. Its id is that of its performance. */
  'waiting-room': { permission: 'edit-sale-windows', idField: 'performance' },
  /** A ballot, in which customers enter for seats. */
  ballot: { permission: 'edit-sale-windows' },
  /** A lottery of day seats, with a draw for each performance. */
  'day-seats': { permission: 'edit-sale-windows' },
  /** A package of several performances, or a fixed series. */
  package: { permission: 'edit-prices' },
  /** A form that visitors send about a performance. */
  form: { permission: 'edit-programme' },
  /** A closed sale, which an access code opens. */
  programme: { permission: 'edit-sale-windows' },
  /** A flexible subscription: vouchers that each pay for a ticket. */
  'flex-subscription': { permission: 'edit-prices' },
  /** The gift vouchers of the theatre: one record. Its id is the word in their addresses. */
  'gift-voucher': { permission: 'edit-prices', idField: 'word', isSingle: true },
  /** An agent, for whom the theatre locks seats to sell. */
  agent: { permission: 'edit-prices' },
} as const satisfies Record<string, RecordKindRule>

type RecordKindRule = {
  readonly permission: StaffPermission
  /** The field whose value is the id of a record; it never changes. */
  readonly idField?: string
  /** Whether there is one record at most. */
  readonly isSingle?: true
}

export type RecordKind = keyof typeof recordKindRules
export const recordKinds = Object.keys(recordKindRules) as [RecordKind, ...RecordKind[]]

/** The field whose value is the id of a record of a kind; undefined where staff choose a short name. */
export const idFieldOf = (kind: RecordKind): string | undefined => (recordKindRules[kind] as RecordKindRule).idField

/** Whether there is one record of a kind at most. */
export const isSingleKind = (kind: RecordKind): boolean => (recordKindRules[kind] as RecordKindRule).isSingle === true
