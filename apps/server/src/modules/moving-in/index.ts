export { moveIn, type MovingInDeps } from './move-in.ts'
