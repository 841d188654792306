import { parentPort } from 'node:worker_threads'
import type { Outcome } from '#modules/ticket'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import type { PlanTask, ReadPlan } from './read-plan-file.ts'

// The worker thread of `read-plan-file.ts`.
parentPort!.on('message', ({ bytes, ...options }: PlanTask) => {
  try {
    post({ result: readUploadedPlan(bytes, options) })
  } catch (error) {
    post({ error })
  }
})

const post = (outcome: Outcome<ReadPlan>): void => parentPort!.postMessage(outcome)
