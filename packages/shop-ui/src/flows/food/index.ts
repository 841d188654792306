export { FoodOfEventPage } from './FoodOfEventPage.tsx'
export { FoodPage } from './FoodPage.tsx'
