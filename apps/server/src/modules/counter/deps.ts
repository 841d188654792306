import type { PaymentDeps } from '#modules/payment'
import type { CardTerminal } from './terminal.ts'

/** What the counter works with. Without a terminal it takes no cards. */
export type CounterDeps = PaymentDeps & { readonly terminal?: CardTerminal | undefined }
