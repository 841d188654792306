export { isPublicAddress, type FetchPublic, fetchPublic } from './reach-public.ts'
