import type { CounterState } from '@playhouse/api-client/contract'
import type { SeatAvailability } from '#modules/seating'
import type { PaymentDeps } from '#modules/payment'
import type { Importer } from '#modules/planning'
import type { CardTerminal } from '#modules/counter'
import type { WaitingRooms } from '#modules/queue'
import type { BotCheck, Throttle } from '#modules/throttle'
import type { Wallets } from '#modules/wallet'

/** Dependencies of the API's handlers. */
export type AppContext = PaymentDeps & {
  /** Origin at which the shop's pages call the API; absent where it is that of the shop. */
  readonly apiOrigin?: string | undefined
  /** The counter that staff are led to from this one: of the training shop, or from there that of the shop. */
  readonly otherCounter?: CounterState['otherCounter']
  readonly availability: SeatAvailability
  /** Imports programme files; absent where the thread of the requests does it. */
  readonly importFiles?: Importer
  readonly throttle: Throttle
  readonly queue: WaitingRooms
  /** Absent when no bot check is configured. */
  readonly botCheck?: BotCheck | undefined
  /** Absent if the counter takes no cards. */
  readonly terminal?: CardTerminal | undefined
  /** Left out: no wallet is offered. */
  readonly wallets?: Wallets
}
