export { findFoodProblem, returnGuests, sellGuests, validateGuests } from './guests.ts'
export { readKitchenList } from './kitchen-list.ts'
export { listFoodPerformances, readFoodOffer } from './read-food.ts'
export { seedFood } from './seed-food.ts'
