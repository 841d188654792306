import type { BallotView } from '@playhouse/api-client/contract'

/** Whether a ballot has performances of several productions, which are listed with their titles. */
export const hasSeveralProductions = ({ performances }: Pick<BallotView, 'performances'>): boolean =>
  new Set(performances.map(({ event }) => event)).size > 1
