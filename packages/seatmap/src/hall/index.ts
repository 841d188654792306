export { useHall, type VisitorHall, visitorHall } from './useHall.ts'
