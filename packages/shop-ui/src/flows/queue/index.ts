import { lazy } from 'react'

export { QueueGate } from './QueueGate.tsx'
/** A separate chunk: visitors who choose seats need only the gate. */
export const QueuePage = lazy(async () => ({ default: (await import('./QueuePage.tsx')).QueuePage }))
