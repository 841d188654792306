export { MiniMap } from './MiniMap.tsx'
