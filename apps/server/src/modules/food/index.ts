export { findFoodProblem, returnGuests, sellGuests, validateGuests } from './guests.ts'
export { readKitchenList } from './kitchen-list.ts'
export { findMenus, listFoodPerformances, listFoodProductions, readFoodOffer } from './read-food.ts'
export { seedFood } from './seed-food.ts'
