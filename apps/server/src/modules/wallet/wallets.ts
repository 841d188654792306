import type { Locale } from '@playhouse/domain/brand'
import type { Wallet } from '@playhouse/domain/ticket'

/** One ticket in the words of a pass: what stands on it is said already in the reader's language. */
export type PassTicket = {
  /** The ticket's id: the same ticket is the same pass, however often it is fetched. */
  readonly id: string
  readonly locale: Locale
  readonly order: string
  readonly title: string
  /** Of a shop that takes no money: that it is no real ticket. */
  readonly warning?: string
  /** ISO 8601 instants. */
  readonly startsAt: string
  readonly endsAt: string
  /** `Tuesday 3 February 2026, 7.30pm` on the house's clock. */
  readonly when: string
  readonly instance: string
  readonly hall: string
  /** The 20 digits of the code. */
  readonly qr: string
  /** The seat's place and the like, each under its name; the most telling first. */
  readonly places: readonly PassFact[]
  readonly facts: readonly PassFact[]
  /** For the back of the pass. */
  readonly notes: readonly PassFact[]
}
export type PassFact = { readonly key: string; readonly name: string; readonly value: string }

/** The wallets that this installation can write for. A screen offers those alone. */
export interface Wallets {
  readonly offered: readonly Wallet[]
  /** A signed pass of Apple's wallet, ready to be opened by a phone; undefined where that wallet isn't set up. */
  applePass(ticket: PassTicket): Promise<Uint8Array | undefined>
  /** The address at which Google's wallet saves the ticket; undefined where that wallet isn't set up. */
  googleLink(ticket: PassTicket): Promise<string | undefined>
}
