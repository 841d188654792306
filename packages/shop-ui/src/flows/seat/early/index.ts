export { drawSeatsEarly } from './early-seats.ts'
