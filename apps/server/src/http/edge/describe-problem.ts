import { nameDependents } from '#modules/planning'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { AppContext } from '../app-context.ts'

/** A problem with the names of the things that its parameters have by ids, where people could not tell them apart by these. */
export async function describeProblem({ db, brand }: Pick<AppContext, 'db' | 'brand'>, refusal: Problem): Promise<Problem> {
  if (refusal.code !== 'change-has-dependents') return refusal
  return problem('change-has-dependents', { dependents: await nameDependents(db, brand.defaultLocale, refusal.params.dependents) })
}
