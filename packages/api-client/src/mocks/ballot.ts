import { problem } from '@playhouse/domain/problem'
import { fail } from '@playhouse/domain/result'
import type { Answers, Contract } from './answers.ts'

/** A mock shop draws no lots: ballots need a box office that waits for their day. */
export function ballotAnswers(): Answers<Contract['ballot']> {
  return {
    read: () => fail(problem('instance-unavailable')),
    enter: ({ visit }) => fail(problem(visit.customer ? 'instance-unavailable' : 'login-required')),
    leave: ({ visit }) => fail(problem(visit.customer ? 'instance-unavailable' : 'login-required')),
  }
}
