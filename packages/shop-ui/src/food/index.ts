export { FoodButton, OpenFoodButton } from './FoodButton.tsx'
export { FoodContent } from './FoodContent.tsx'
