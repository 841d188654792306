/** Staff users at the counter: `clerk` sells, `manager` also gives away and refunds, blocks seats and reads the book. */
export const staffRoles = ['clerk', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What a staff user may do at the counter, and the roles that may do it. */
export const counterActions = {
  sell: ['clerk', 'manager'],
  reserve: ['clerk', 'manager'],
  exchange: ['clerk', 'manager'],
  'return-to-credit': ['clerk', 'manager'],
  'give-away': ['manager'],
  'keep-off-sale': ['manager'],
  'read-book': ['manager'],
  /** Money is paid out: back to the card, or out of the drawer. */
  'return-money': ['manager'],
  /** Tickets of a performance that has begun, or is over. */
  'return-late': ['manager'],
  'read-all-takings': ['manager'],
} as const satisfies Record<string, readonly StaffRole[]>

export type CounterAction = keyof typeof counterActions
const rolesByAction: Readonly<Record<CounterAction, readonly StaffRole[]>> = counterActions

/** Whether a role may do something: the server's check, and whether the screen offers it. */
export const isStaffAllowed = (role: StaffRole, action: CounterAction): boolean => rolesByAction[action].includes(role)

/** Why seats are blocked: for the theatre itself, or for people whom only certain seats serve. */
export const seatHoldKinds = ['house', 'access'] as const
export type SeatHoldKind = (typeof seatHoldKinds)[number]

/** How money is taken at the counter. Account credit is spent first, whichever follows. */
export const counterPaymentMethods = ['cash', 'card'] as const
export type CounterPaymentMethod = (typeof counterPaymentMethods)[number]

/** Where what tickets are worth goes: to the customer's account, or where it came from. */
export const returnDestinations = ['credit', 'origin'] as const
export type ReturnDestination = (typeof returnDestinations)[number]
