export { stand } from './stand.ts'
export { useHall, type VisitorHall, visitorHall } from './useHall.ts'
