import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { api } from '../api.ts'

/** Solves the bot check of this deployment. Loads its code, or the script of its service, on demand. */
export async function prove(): Promise<Result<string, Problem<'bot-check-not-loaded'>>> {
  const offer = await api.auth.botCheck()
  if (!offer.ok || offer.value.kind === 'none') return fail(problem('bot-check-not-loaded'))
  try {
    if (offer.value.kind === 'altcha') return ok(await (await import('./altcha.ts')).workOn(offer.value.challenge))
    return ok(await (await import('./recaptcha.ts')).askRecaptcha(offer.value.key))
  } catch {
    return fail(problem('bot-check-not-loaded'))
  }
}
