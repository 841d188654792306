export { chooseStandingPlaces } from './choose-standing.ts'
export { useHall, type VisitorHall, visitorHall } from './useHall.ts'
