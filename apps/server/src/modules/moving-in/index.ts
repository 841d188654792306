export { moveIn, type MovingInDeps } from './move-in.ts'
export { readMovingInFiles } from './read-files.ts'
