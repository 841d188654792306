import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { api } from '../api.ts'

/** Repeats a call with a proof of the bot check. */
export async function repeatWithProof<Input extends { readonly body: object }, Value, Reason>(
  call: (input: Input & { body: { proof: string } }) => Promise<Result<Value, Reason>>,
  input: Input,
): Promise<Result<Value, Reason | Problem<'bot-check-not-loaded'>>> {
  const proof = await obtainProof()
  return proof.ok ? call({ ...input, body: { ...input.body, proof: proof.value } }) : proof
}

/** Solves the bot check of this deployment; loads its code or the script of its service on demand. */
async function obtainProof(): Promise<Result<string, Problem<'bot-check-not-loaded'>>> {
  const offer = await api.auth.botCheck()
  if (!offer.ok || offer.value.kind === 'none') return fail(problem('bot-check-not-loaded'))
  try {
    if (offer.value.kind === 'altcha') return ok(await (await import('./altcha.ts')).solveAltcha(offer.value.challenge))
    return ok(await (await import('./recaptcha.ts')).requestRecaptchaToken(offer.value.key))
  } catch {
    return fail(problem('bot-check-not-loaded'))
  }
}
