export { SeatPage } from './SeatPage.tsx'
