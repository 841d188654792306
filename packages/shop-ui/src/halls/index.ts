export { type CommonHall, useCommonHall } from './useCommonHall.ts'
