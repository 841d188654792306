import type { Lane } from '#db'
import { type OutboxDeps, runOutbox } from './outbox.ts'
import { type PeriodicJob, runPeriodically } from './run-periodically.ts'

/** Messages of each lane that one process works on at a time. */
const workers: Readonly<Record<Lane, number>> = { mail: 4, rest: 2 }

/** Processes the outbox for as long as the process runs. A mail server or a payment provider that hangs delays one message. */
export function startOutbox(deps: OutboxDeps): PeriodicJob[] {
  const start = (lane: Lane): PeriodicJob[] =>
    Array.from({ length: workers[lane] }, (_, nth) =>
      runPeriodically(1, `outbox ${lane} ${nth + 1}`, () => runOutbox(deps, lane), deps.onFailure),
    )
  return [...start('mail'), ...start('rest')]
}
