export { isPublicAddress, type Reach, reachPublic } from './reach-public.ts'
