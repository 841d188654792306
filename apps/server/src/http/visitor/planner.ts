import type { FastifyRequest } from 'fastify'
import type { Planner } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import { counterSessionOf } from './counter-session.ts'

/** The staff user who changes the programme with a request. */
export async function plannerOf(context: AppContext, request: FastifyRequest): Promise<Planner & { readonly staff: string }> {
  const { staffSession, actor } = await counterSessionOf(context, request)
  return { staff: staffSession.staff.id, actor }
}

/**
 * Reads the programme of this process again after a change, so that its author sees it in the shop at once. Other processes follow within two
 * seconds, and so does this one where the read fails.
 */
export async function showChange<Outcome extends { readonly ok: boolean }>(
  { catalogue }: Pick<AppContext, 'catalogue'>,
  { log }: Pick<FastifyRequest, 'log'>,
  result: Outcome,
): Promise<Outcome> {
  if (result.ok) await catalogue.refresh().catch((error: unknown) => log.error({ err: error }, 'programme not read after a change'))
  return result
}
