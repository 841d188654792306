/** Layouts of printed tickets: the print settings of the specification, section 3. */
export const printLayouts = ['ticket-per-page', 'performance-per-page'] as const
export type PrintLayout = (typeof printLayouts)[number]

/** Wallets of phones that a ticket can be put into. */
export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]
