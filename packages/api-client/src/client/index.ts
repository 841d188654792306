export { type ApiClient, createClient } from './client.ts'
export type { CallInput, CallResult } from './client.ts'
export { type SeatStore, watchSeats } from './watch-seats.ts'
