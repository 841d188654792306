import type { Outlook } from '#modules/seating'
import type { PaymentHouse } from '#modules/payment'
import type { WaitingRooms } from '#modules/queue'
import type { Throttle } from '#modules/throttle'

/** Everything the API answers with. */
export type House = PaymentHouse & { readonly outlook: Outlook; readonly throttle: Throttle; readonly queue: WaitingRooms }
