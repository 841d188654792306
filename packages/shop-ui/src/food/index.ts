export { FoodButton } from './FoodButton.tsx'
export { FoodContent } from './FoodContent.tsx'
