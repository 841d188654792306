import { lazy } from 'react'

export { QueueGate } from './QueueGate.tsx'
/** Fetched by those who wait alone: whoever chooses seats needs the turnstile only. */
export const QueuePage = lazy(async () => ({ default: (await import('./QueuePage.tsx')).QueuePage }))
