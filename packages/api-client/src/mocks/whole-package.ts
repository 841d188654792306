import { type Problem, problem } from '@playhouse/domain/problem'
import type { MockTicket, MockVisit } from './mock-shop.ts'

/** The problem of removing or changing tickets of a package one by one; undefined where none of them belongs to a package. */
export function findWholePackageProblem({ packages }: MockVisit, tickets: readonly MockTicket[]): Problem<'package-whole'> | undefined {
  const whole = packages.find(({ id }) => tickets.some(({ series }) => series === id))
  return whole && problem('package-whole', { package: whole.id, name: whole.name.text })
}
