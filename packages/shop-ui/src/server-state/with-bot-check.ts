import type { Problem, ProblemCode } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

type Failure = { readonly code: ProblemCode }

/** Repeats a call with a proof of the bot check where the server requires one. The visitor does nothing for it. */
export const withBotCheck =
  <Body extends object, Rest extends object, Value, Reason extends Failure>(
    call: (input: Rest & { body: Body & { proof?: string | undefined } }) => Promise<Result<Value, Reason>>,
  ) =>
  async (input: Rest & { body: Body }): Promise<Result<Value, Reason | Problem<'bot-check-not-loaded'>>> => {
    const first = await call(input)
    if (first.ok || first.error.code !== 'bot-check-required') return first
    // Without the code of the check, the visitor reads that it is required.
    return import('./bot-check/prove.ts').then(
      ({ repeatWithProof }) => repeatWithProof(call, input),
      () => first,
    )
  }
