import { z } from 'zod'
import { type CardTerminal, terminalAnswers } from '#modules/counter'

const answerSchema = z.object({ answer: z.enum(terminalAnswers) })
/** Milliseconds: longer than the sandbox's reader waits for a card. */
const timeoutMs = 120_000

/**
 * The card reader of the payment sandbox, reached over HTTP like a reader in the theatre's network. A tester chooses the card that is
 * on the reader at `/pad`; the default card pays.
 */
export const createSandboxTerminal = ({ secret }: { readonly secret: string }): CardTerminal => ({
  read: async ({ url }) => {
    const session = new URL(url).pathname.split('/').at(-1)
    const response = await fetch(new URL('/pad/reads', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`the terminal answered ${response.status}`)
    return answerSchema.parse(await response.json()).answer
  },
})
