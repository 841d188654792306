import type { PaymentDeps } from '#modules/payment'
import type { CardTerminal } from './terminal.ts'

/** The dependencies of the counter. Without a terminal it accepts no cards. */
export type CounterDeps = PaymentDeps & { readonly terminal?: CardTerminal | undefined }
