/**
 * A reader of cards on the counter. The sum, its session and its end are the payment provider's, as for every card; the
 * terminal only brings card and session together.
 */
export interface CardTerminal {
  /** Has a card read for an open session, and returns when the provider has heard of it, whatever it said. */
  read(session: { readonly url: string }): Promise<void>
}
