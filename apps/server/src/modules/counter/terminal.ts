/** The results of a card terminal: a card was read, a card was declined, the payer pressed cancel, or the timeout passed. */
export const terminalAnswers = ['read', 'declined', 'cancelled', 'timed-out'] as const
export type TerminalAnswer = (typeof terminalAnswers)[number]

/**
 * A card terminal at the counter. The payment provider owns the amount, the session and its status; the terminal only reads a
 * card for the session. It asks for no tip, because a session is paid with its exact amount.
 */
export interface CardTerminal {
  /**
   * Reads a card for an open session. Returns when the provider was notified, on a timeout, or when the session is closed.
   * Only the provider knows whether the session was paid.
   * @throws where the terminal's answer was lost
   */
  read(session: { readonly url: string }): Promise<TerminalAnswer>
}
