import type { Problem, ProblemCode } from '@playhouse/domain/problem'
import { problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { api } from '#session'

type Failure = { readonly code: ProblemCode }
type Unproven = Problem<'bot-check-not-loaded'>

/**
 * Sends a form; and once more, with a proof that a person is here, where the server asks for one. The visitor does nothing
 * for it.
 */
export async function proven<Body extends object, Value, Reason extends Failure>(
  call: (input: { body: Body & { proof?: string } }) => Promise<Result<Value, Reason>>,
  body: Body,
): Promise<Result<Value, Reason | Unproven>> {
  const first = await call({ body })
  if (first.ok || first.error.code !== 'bot-check-required') return first
  const proof = await prove()
  return proof.ok ? call({ body: { ...body, proof: proof.value } }) : proof
}

/** Does what this house's bot check asks; its code and its service come only now. */
async function prove(): Promise<Result<string, Unproven>> {
  const offer = await api.auth.botCheck()
  if (!offer.ok || offer.value.kind === 'none') return fail(problem('bot-check-not-loaded'))
  try {
    if (offer.value.kind === 'altcha') return ok(await (await import('./altcha.ts')).workOn(offer.value.challenge))
    return ok(await (await import('./recaptcha.ts')).askRecaptcha(offer.value.key))
  } catch {
    return fail(problem('bot-check-not-loaded'))
  }
}
