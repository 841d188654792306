/**
 * What somebody at a reader of cards did, so far as the reader saw it: they showed a card, were refused, pressed the red
 * button, or did nothing in time.
 */
export const terminalAnswers = ['read', 'declined', 'cancelled', 'timed-out'] as const
export type TerminalAnswer = (typeof terminalAnswers)[number]

/**
 * A reader of cards on the counter. The sum, its session and its end are the payment provider's, as for every card; the
 * terminal only brings card and session together, and asks for no tip: a session is paid with its sum or not at all.
 */
export interface CardTerminal {
  /**
   * Has a card read for an open session, and returns when the provider has heard of it, or when nobody will. What was paid,
   * the provider alone says. Ends when the session is closed. @throws where the answer was lost.
   */
  read(session: { readonly url: string }): Promise<TerminalAnswer>
}
