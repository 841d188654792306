import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { visitorNetwork, wideNetworkOf } from './network.ts'

/** Requires the bot check when a network or wide network signs in or registers often. A proof is valid once. */
export async function requireBotCheck(
  context: AppContext,
  { ip }: FastifyRequest,
  proof: string | undefined,
): Promise<Problem<'bot-check-required'> | undefined> {
  const { botCheck, throttle } = context
  const network = visitorNetwork(ip)
  if (!botCheck || !network) return undefined
  const counts = await Promise.all([throttle('entry-freely', network), throttle('entry-freely-wide', wideNetworkOf(ip))])
  if (counts.every((refusal) => !refusal)) return undefined
  return (await isFreshProof(context, ip, proof)) ? undefined : problem('bot-check-required')
}

async function isFreshProof({ botCheck, throttle }: AppContext, ip: string, proof: string | undefined): Promise<boolean> {
  const name = proof === undefined ? undefined : await botCheck?.identify(proof, ip)
  return name !== undefined && !(await throttle('proof-once', name))
}

/**
 * The visitor who holds seats of performances. A visitor with a fresh proof is verified, or with the passes of open waiting
 * rooms, one for each performance, which the route has checked; without a configured bot check, every visitor is.
 */
export async function holderOf(
  context: AppContext,
  { ip }: FastifyRequest,
  visitor: Visitor,
  { performances, proof }: { readonly performances: readonly string[]; readonly proof: string | undefined },
): Promise<Visitor['actor']> {
  const hasPasses = performances.length > 0 && performances.every((performance) => context.queue.of(performance) !== undefined)
  const isVerified = !context.botCheck || hasPasses || (await isFreshProof(context, ip, proof))
  return { ...visitor.actor, isVerified }
}
