import type { FastifyRequest } from 'fastify'
import type { Planner } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import { counterSessionOf } from './counter-session.ts'

/** The staff user who changes the programme with a request. */
export async function plannerOf(context: AppContext, request: FastifyRequest): Promise<Planner> {
  const { staffSession, actor } = await counterSessionOf(context, request)
  return { staff: staffSession.staff.id, actor }
}
