import type { Locale } from '@playhouse/domain/brand'
import type { Wallet } from '@playhouse/domain/ticket'

/** The content of a wallet pass, with texts in the reader's language. */
export type PassTicket = {
  /** The ticket's id, which identifies the pass. */
  readonly id: string
  readonly locale: Locale
  readonly order: string
  readonly title: string
  /** The warning of a test shop that this is no real ticket. */
  readonly warning?: string
  /** ISO 8601 instants. */
  readonly startsAt: string
  readonly endsAt: string
  /** `Tuesday 3 February 2026, 7.30pm` in the theatre's time zone. */
  readonly when: string
  readonly instance: string
  readonly hall: string
  /** The 20 digits of the code. */
  readonly qr: string
  /** The fields of the seat's position, the most important first. */
  readonly places: readonly PassFact[]
  readonly facts: readonly PassFact[]
  /** For the back of the pass. */
  readonly notes: readonly PassFact[]
}
export type PassFact = { readonly key: string; readonly name: string; readonly value: string }

/** The wallets that this installation supports. Screens offer only these. */
export interface Wallets {
  readonly offeredWallets: readonly Wallet[]
  /** Creates a signed pass for Apple's wallet. @returns its bytes; undefined where that wallet is not configured */
  applePass(ticket: PassTicket): Promise<Uint8Array | undefined>
  /** Creates the URL that saves the ticket in Google's wallet; undefined where that wallet is not configured. */
  googleLink(ticket: PassTicket): Promise<string | undefined>
}
