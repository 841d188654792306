/** Staff users at the counter: `clerk` sells, `manager` also gives away and refunds, blocks seats and reads the book. */
export const staffRoles = ['clerk', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What a staff user may do at the counter. */
export type CounterAction =
  | 'sell'
  | 'reserve'
  | 'exchange'
  | 'return-to-credit'
  | 'give-away'
  | 'keep-off-sale'
  | 'read-book'
  /** Money is paid out: back to the card, or out of the drawer. */
  | 'return-money'
  /** Tickets of a performance that has begun, or is over. */
  | 'return-late'
  | 'read-all-takings'

const clerkActions = ['sell', 'reserve', 'exchange', 'return-to-credit'] as const satisfies readonly CounterAction[]
const actionsByRole: Readonly<Record<StaffRole, readonly CounterAction[]>> = {
  clerk: clerkActions,
  manager: [...clerkActions, 'give-away', 'keep-off-sale', 'read-book', 'return-money', 'return-late', 'read-all-takings'],
}

/** Whether a role may do something: the server's guard, and whether the screen offers it. */
export const isStaffAllowed = (role: StaffRole, deed: CounterAction): boolean => actionsByRole[role].includes(deed)

/** Why seats are blocked: for the theatre itself, or for people whom only certain seats serve. */
export const seatHoldKinds = ['house', 'access'] as const
export type SeatHoldKind = (typeof seatHoldKinds)[number]

/** How money is taken at the counter. Account credit is spent first, whichever follows. */
export const counterPaymentMethods = ['cash', 'card'] as const
export type CounterPaymentMethod = (typeof counterPaymentMethods)[number]

/** Where what tickets are worth goes: to the customer's account, or where it came from. */
export const returnDestinations = ['credit', 'origin'] as const
export type ReturnDestination = (typeof returnDestinations)[number]
