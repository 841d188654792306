import type { CardTerminal } from '#modules/counter'

/** What the sandbox takes for a card that pays; others of its test cards are declined. */
const goodCard = '4242 4242 4242 4242'
const patience = 10_000

/** A terminal on which a card always lies: reads it for a session of the payment sandbox, as its page would. */
export const createSandboxTerminal = (card: string = goodCard): CardTerminal => ({
  read: async ({ url }) => {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ card }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    await answer.body?.cancel()
  },
})
