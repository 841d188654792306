import type { Problem, ProblemCode } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

type Failure = { readonly code: ProblemCode }

/** Wraps a call: if the server requires a bot check, repeats it with a proof. Needs no action by the visitor. */
export const withBotCheck =
  <Body extends object, Rest extends object, Value, Reason extends Failure>(
    call: (input: Rest & { body: Body & { proof?: string | undefined } }) => Promise<Result<Value, Reason>>,
  ) =>
  async (input: Rest & { body: Body }): Promise<Result<Value, Reason | Problem<'bot-check-not-loaded'>>> => {
    const first = await call(input)
    if (first.ok || first.error.code !== 'bot-check-required') return first
    // If the code of the check can't be loaded, the visitor sees the original problem.
    return import('./bot-check/repeat-with-proof.ts').then(
      ({ repeatWithProof }) => repeatWithProof(call, input),
      () => first,
    )
  }
