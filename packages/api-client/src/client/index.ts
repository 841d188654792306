export { type ApiClient, createClient } from './client.ts'
export type { CallInput, CallResult } from './client.ts'
export { type SeatKeeper, watchSeats } from './watch-seats.ts'
