export { filterOf, VisionFilters } from './VisionFilters.tsx'
