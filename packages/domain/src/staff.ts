/** People of the house at the counter: `clerk` sells, `manager` also gives away, keeps seats off sale and reads the book. */
export const staffRoles = ['clerk', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What somebody at the counter may be asked to do. */
export type CounterDeed = 'sell' | 'reserve' | 'give-away' | 'keep-off-sale' | 'read-book'

const deeds: Readonly<Record<StaffRole, readonly CounterDeed[]>> = {
  clerk: ['sell', 'reserve'],
  manager: ['sell', 'reserve', 'give-away', 'keep-off-sale', 'read-book'],
}

/** Whether a role may do something: the server's guard, and whether the screen offers it. */
export const staffMay = (role: StaffRole, deed: CounterDeed): boolean => deeds[role].includes(deed)

/** Why seats are off sale: for the house itself, or for people whom only certain seats serve. */
export const seatHoldKinds = ['house', 'access'] as const
export type SeatHoldKind = (typeof seatHoldKinds)[number]

/** How money is taken at the counter. Account credit is spent first, whichever follows. */
export const counterWays = ['cash', 'card'] as const
export type CounterWay = (typeof counterWays)[number]
