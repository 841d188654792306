import { z } from 'zod'
import { type CardTerminal, terminalAnswers } from '#modules/counter'

const answerSchema = z.object({ answer: z.enum(terminalAnswers) })
/** Milliseconds: longer than the sandbox's pad waits for a card. */
const timeoutMs = 120_000

/**
 * The card reader of the payment sandbox, which is reached like one in the house's own network. What lies on it is chosen
 * on its page, `/pad`: without a choice a card that pays.
 */
export const createSandboxTerminal = ({ secret }: { readonly secret: string }): CardTerminal => ({
  read: async ({ url }) => {
    const session = new URL(url).pathname.split('/').at(-1)
    const answer = await fetch(new URL('/pad/reads', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`the terminal answered ${answer.status}`)
    return answerSchema.parse(await answer.json()).answer
  },
})
