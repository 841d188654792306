export { MovingInPage } from './MovingInPage.tsx'
